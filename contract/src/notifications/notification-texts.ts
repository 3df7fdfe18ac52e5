import type { Language } from '../languages.ts'
import type { NotificationKind } from './notification-kinds.ts'

type NotificationText = (name: string, amount: string) => string

interface NotificationTexts {
  someone: string
  kinds: Record<NotificationKind, NotificationText>
}

export const NOTIFICATION_TEXTS: Record<Language, NotificationTexts> = {
  en: {
    someone: 'Someone',
    kinds: {
      request_received: (name) => `${name} wants to talk to you`,
      request_accepted: (name) => `${name} accepted your question`,
      request_rejected: (name) => `${name} rejected your question`,
      request_rejected_no_time: (name) => `${name} has no time for your question right now`,
      request_rejected_not_my_field: (name) => `${name} says your question is outside their field`,
      request_expired: (name) => `${name} didn’t answer your question within 14 days`,
      request_reminder: (name) => `${name} is waiting for your answer`,
      request_last_reminder: (name) => `${name}’s question expires in two days`,
      chat_closed: (name) => `${name} closed your chat`,
      appointment_accepted: (name) => `${name} accepted your appointment`,
      appointment_declined: (name) => `${name} can’t make the times you proposed`,
      appointment_cancelled: (name) => `${name} cancelled your appointment`,
      appointment_soon: (name) => `Your appointment with ${name} starts within an hour`,
      payment_requested: (name, amount) => `${name} asks you for ${amount}`,
      payment_received: (name, amount) => `${name} paid you ${amount}`,
      payment_needs_buyer: (name, amount) => `Your payment of ${amount} to ${name} isn’t finished yet`,
      payment_reminder: (name, amount) => `Two days left to pay ${name} ${amount}`,
      payment_expired: (name, amount) => `${name} didn’t pay your request for ${amount} within 14 days`,
      // An operator or Stripe may have made or declined the refund, so these texts do not name the seller.
      refund_received: (name, amount) => `You got a ${amount} refund for your payment to ${name}`,
      refund_taken: (name, amount) => `${amount} was refunded to ${name}`,
      refund_failed: (name, amount) => `The refund of ${amount} between you and ${name} failed`,
      refund_requested: (name, amount) => `${name} asked for a ${amount} refund`,
      refund_declined: (name, amount) => `Your ${amount} refund request to ${name} was declined`,
      refund_escalated: (name, amount) => `We’re reviewing the ${amount} refund request between you and ${name}`,
      dispute_opened: (name, amount) => `${name}’s bank disputes a ${amount} payment to you`,
      dispute_evidence_wanted: (name, amount) => `${name}’s bank wants to know more about a ${amount} payment to you`,
      dispute_won: (name, amount) => `You keep the ${amount} that ${name}’s bank disputed`,
      dispute_lost: (name, amount) => `The ${amount} that ${name}’s bank disputed goes back to ${name}`,
      seller_needs_something: () => 'Stripe needs something from you',
      payout_failed: (_name, amount) => `Your ${amount} payout failed. Check your bank account at Stripe`,
      decision: () => 'We made a decision about your account. See details',
      operator_dispute: (_name, amount) => `A bank disputes a payment of ${amount}`,
      operator_report: () => 'Something was reported as illegal',
    },
  },
  nl: {
    someone: 'Iemand',
    kinds: {
      request_received: (name) => `${name} wil met je praten`,
      request_accepted: (name) => `${name} heeft je vraag geaccepteerd`,
      request_rejected: (name) => `${name} heeft je vraag afgewezen`,
      request_rejected_no_time: (name) => `${name} heeft nu geen tijd voor je vraag`,
      request_rejected_not_my_field: (name) => `Je vraag past niet bij het vakgebied van ${name}`,
      request_expired: (name) => `${name} heeft je vraag niet binnen 14 dagen beantwoord`,
      request_reminder: (name) => `${name} wacht nog op je antwoord`,
      request_last_reminder: (name) => `De vraag van ${name} verloopt over twee dagen`,
      chat_closed: (name) => `${name} heeft jullie chat gesloten`,
      appointment_accepted: (name) => `${name} heeft je afspraak geaccepteerd`,
      appointment_declined: (name) => `${name} kan niet op de tijden die je hebt voorgesteld`,
      appointment_cancelled: (name) => `${name} heeft jullie afspraak afgezegd`,
      appointment_soon: (name) => `Je afspraak met ${name} begint binnen een uur`,
      payment_requested: (name, amount) => `${name} vraagt je om ${amount}`,
      payment_received: (name, amount) => `${name} heeft je ${amount} betaald`,
      payment_needs_buyer: (name, amount) => `Je betaling van ${amount} aan ${name} is nog niet afgerond`,
      payment_reminder: (name, amount) => `Nog twee dagen om ${name} ${amount} te betalen`,
      payment_expired: (name, amount) => `${name} heeft je betaalverzoek van ${amount} niet binnen 14 dagen betaald`,
      refund_received: (name, amount) => `Je krijgt ${amount} terug van je betaling aan ${name}`,
      refund_taken: (name, amount) => `Er is ${amount} terugbetaald aan ${name}`,
      refund_failed: (name, amount) => `De terugbetaling van ${amount} tussen jou en ${name} is mislukt`,
      refund_requested: (name, amount) => `${name} vraagt ${amount} terug`,
      refund_declined: (name, amount) => `Je terugbetaalverzoek van ${amount} aan ${name} is afgewezen`,
      refund_escalated: (name, amount) => `We bekijken het terugbetaalverzoek van ${amount} tussen jou en ${name}`,
      dispute_opened: (name, amount) => `De bank van ${name} betwist een betaling van ${amount} aan jou`,
      dispute_evidence_wanted: (name, amount) =>
        `De bank van ${name} wil meer weten over een betaling van ${amount} aan jou`,
      dispute_won: (name, amount) => `Je houdt de ${amount} die de bank van ${name} betwistte`,
      dispute_lost: (name, amount) => `De ${amount} die de bank van ${name} betwistte, gaat terug naar ${name}`,
      seller_needs_something: () => 'Stripe heeft iets van je nodig',
      payout_failed: (_name, amount) => `Je uitbetaling van ${amount} is mislukt. Controleer je rekening bij Stripe`,
      decision: () => 'We hebben iets besloten over je account. Bekijk wat en waarom',
      operator_dispute: (_name, amount) => `Een bank betwist een betaling van ${amount}`,
      operator_report: () => 'Iemand heeft iets als illegaal gemeld',
    },
  },
}
