import type { SitePage } from '@kundig/contract/operations/site-pages'

export const STARTING_PAGES_NL: Record<SitePage, string> = {
  terms: `
Deze voorwaarden gelden tussen jou en [[officiële naam van de beheerder]], die deze site beheert.

## Wat deze site is

Mensen die iets weten, bieden hier hun tijd aan, en mensen die het willen weten, vragen het hun. Je stelt je voor met een verzoek. Wordt het geaccepteerd, dan opent een privéchat tussen jullie tweeën. In die chat kan een betaling worden gevraagd en gedaan.

De afspraak over advies, tijd en prijs maken jullie met elkaar. Wij zorgen voor de plek, en zijn daarbij geen partij.

## Je account

- Je bent minstens [[minimumleeftijd]] jaar oud.
- Je naam en wat je over je kennis vertelt, kloppen.
- Je houdt je wachtwoord voor jezelf. Wat met je account gebeurt, geldt als door jou gedaan.

## Wat je schrijft

Je teksten, foto’s en bestanden blijven van jou. Je laat ons ze bewaren en tonen aan wie jij koos: je profiel aan bezoekers als het openbaar is, een chat aan de ander daarin.

De [regels](/rules) zeggen wat niet mag.

## Betalingen

- Betalingen lopen via Stripe. Voor kaarten en voor betaald worden gelden de voorwaarden van Stripe zelf.
- Een koper ziet één prijs. Wij houden daarvan servicekosten in; een verkoper ziet wat die ontvangt voordat die iets vraagt.
- Een verkoper kan een betaling helemaal of deels terugbetalen. Een koper kan daar in de chat om vragen. Antwoordt een verkoper niet binnen zeven dagen, dan beslissen wij.
- [[herroepingsrecht en belastingen, zoals ze gelden voor de beheerder en de gebruikers]]

## Als regels worden overtreden

We kunnen weghalen wat geschreven is, een profiel verbergen, een account een tijd schorsen of het uitsluiten. Je hoort wat er besloten is, waarom, en volgens welke regel. Je kunt binnen zes maanden bezwaar maken; dan bekijken we het opnieuw.

## Als voorwaarden veranderen

Nieuwe voorwaarden zetten we op deze pagina. Veranderen ze wat je hebt geaccepteerd, dan vragen we je ze te accepteren. Doe je dat niet, dan kun je na 30 dagen niet meer schrijven; lezen, je gegevens downloaden, bezwaar maken en je account sluiten kan nog steeds.

## Stoppen

Je kunt op elk moment stoppen en ons vragen je account te sluiten: zie [contact](/contact).

## Recht

[[toepasselijk recht, bevoegde rechter, en waar consumenten geschillen kunnen oplossen]]
`,
  privacy: `
[[Officiële naam en adres van de beheerder]] is verantwoordelijk voor wat hier over je wordt bewaard.

## Wat we bewaren

| Wat | Waarom | Hoelang |
| --- | --- | --- |
| e-mailadres, wachtwoord (als hash) of je koppeling met Google, tweestapsverificatie | om jou binnen te laten, en niemand anders | zolang je account er is |
| profiel: naam, foto, tekst, vakgebied | zodat mensen je kunnen vinden | zolang je account er is |
| verzoeken, berichten, bestanden | daar is de site voor | zolang beide accounts ze nodig hebben; de ander heeft ze ook |
| betalingen: bedrag, status, verwijzing van Stripe | om ze te tonen en af te handelen | [[termijn die de belastingwet vraagt]] |
| betaalbewijzen: de namen van beiden, waarvoor, bedrag, soort kaart en de laatste vier cijfers | de wet laat ons een administratie bewaren, ook als je weggaat | [[termijn die de belastingwet vraagt]] |
| sessies: browser, netwerkadres, laatste dag van gebruik | zodat je ze kunt zien en beëindigen | tot de sessie eindigt, na hoogstens 30 dagen zonder gebruik |
| wachtlijst: naam, adres, vakgebied | om je uit te nodigen | [[termijn]] |
| meldingen, besluiten, bezwaren | om de regels te handhaven, en dat te verantwoorden | [[termijn]] |
| wat onze beheerders deden | zodat het te controleren is | [[termijn]] |

We bewaren geen kaartnummers: die blijven bij Stripe.

## Cookies

De site zet wat ze nodig heeft om te werken: een sessiecookie zodra je inlogt, een waaraan je browser bij het inloggen herkend wordt, en je taal en thema. Er zijn er geen voor reclame, en geen van anderen. Daarom vragen we niets over cookies.

Concepten en berichten die nog verstuurd moeten worden, staan in je eigen browser.

## Wie nog meer gegevens krijgt

- **Stripe** verwerkt betalingen, en controleert verkopers zoals de wet vraagt.
- **Google** merkt dat je hier inlogt als je ervoor kiest om met Google in te loggen.
- **De pushdienst van je browser** geeft meldingen door als je die aanzet.
- [[hostingprovider, mailprovider, opslagprovider, en waar ze zijn]]

We verkopen je gegevens niet.

## Wie kan lezen wat je schrijft

Een chat wordt gelezen door de twee mensen daarin. Die is niet voor ons versleuteld: wordt er iets uit gemeld, dan leest een moderator dat bericht en een paar eromheen. Inzage wordt vastgelegd.

## Je rechten

- **Je gegevens**: download op je accountpagina alles wat over je wordt bewaard, wanneer je wilt.
- **Verbeteren**: je profiel en adres wijzig je zelf.
- **Verwijderen**: vraag erom via [contact](/contact).
- **Bezwaar**: tegen besluiten op je accountpagina, tegen al het andere via contact.
- Je kunt een klacht indienen bij je toezichthouder: [[naam en adres]].
`,
  rules: `
Wees eerlijk, wees vriendelijk, en houd je aan wat je afspreekt.

## Niet toegestaan

- Bedreigen, lastigvallen en haat zaaien.
- Doen alsof je iemand anders bent, of alsof je iets weet wat je niet weet.
- Oplichting, en geld vragen voor iets wat je niet gaat doen.
- Reclame en massaberichten.
- Alles wat kinderen schaadt of seksualiseert.
- Doorvertellen wat anderen je in vertrouwen vertelden, of hun persoonsgegevens.
- Wat de wet verbiedt, zoals inbreuk op rechten van anderen.
- De site aanvallen, of haar limieten omzeilen.

## Meld het

Je kunt een profiel, een verzoek en een bericht melden waar je het ziet. Je kunt iemand ook blokkeren: dan kunnen jullie elkaar niet meer bereiken.

## Wat er dan gebeurt

Een mens leest de melding en beslist. Wat gemeld is, kan worden weggehaald of verborgen, en wie het schreef gewaarschuwd, geschorst of uitgesloten. De melder hoort of we iets hebben gedaan; de persoon om wie het gaat, hoort wat er besloten is en waarom. Niemand hoort wie de melder is.

De persoon om wie het gaat, kan binnen zes maanden bezwaar maken. Als het kan, antwoordt een andere moderator.
`,
  imprint: `
[[Officiële naam van de beheerder]]
[[rechtsvorm]]

[[straat en huisnummer]]
[[postcode en plaats]]
[[land]]

- Vertegenwoordigd door: [[naam]]
- E-mail: [[adres]]
- Telefoon: [[nummer]]
- Handelsregister: [[register en nummer]]
- Btw-nummer: [[nummer]]

Centraal contactpunt voor autoriteiten en gebruikers (Verordening (EU) 2022/2065): [[adres, en talen]]
`,
  contact: `
Schrijf naar [[e-mailadres]]. We antwoorden binnen [[aantal]] werkdagen.

- **Zie je iets dat tegen de regels is?** Meld het waar het staat: dat gaat het snelst.
- **Ging er iets mis met een betaling?** Noem de datum en het bedrag, en stuur nooit kaartnummers.
- **Kun je niet inloggen?** Gebruik eerst *Wachtwoord vergeten*; schrijf daarna vanaf het adres van je account.
- **Wil je je account laten sluiten of je gegevens laten verwijderen?** Schrijf vanaf het adres van je account. Daarvoor kun je je gegevens op je accountpagina downloaden.
- **Vond je een zwakke plek in de beveiliging?** Vertel het ons vóór anderen: [[adres]].
`,
}
