export const CHECKOUT_TRANSCRIPT = `
+6m daan: Hi Sanne, glad to look at this with you. Three questions first: who handles the payments, how do people pay, and what exactly do you see when an order goes missing?
+11m sanne: Stripe, for about four years. Before that it was bank transfer only 😅
+1m sanne: Most people pay with iDEAL, some by card. When one goes missing, the money is in Stripe, but there is no order in the shop and the customer gets no confirmation. Then they mail me, usually quite kindly, and I type it in by hand.
+4m daan: I know that pattern. How often?
+3m sanne: Twice a week? I never counted.
+2m daan: Could you count for last month? Put the payments in Stripe next to the orders, and note for each missing one whether the customer was on a phone.
+1m sanne: I can see that in the shop’s statistics, I think. I’ll do it after closing.
+3m daan: Good. And who built it? Is that person still around?
+5m sanne: My cousin Ruben, in 2017. He is around, but he’s a nurse now and works nights. He says I may have all the passwords, and his blessing.
+1m daan: The passwords and a blessing: that’s more than most people bring me 😄
+20h sanne: I counted. 214 payments last month, 205 orders. So nine missing, and eight of those were on a phone.
+1m sanne: I had no idea it was that many.
+25m daan: Four percent, so it’s worth doing properly. And “on a phone” is the clue.
+7m daan: This is what I think happens. The order is made by the page that people come back to after paying. On a computer nearly everyone comes back. On a phone the bank’s app opens, they pay, they see a green tick, and then they put the phone away, or they land in another browser, where your shop doesn’t know their basket. Stripe has the money, your page is never shown, so there is no order. The cure is always the same: make the order before the payment, with the status “waiting”, and let Stripe tell your server directly once it is paid. Such a call is known as a webhook, and it comes whether the customer returns or not.
+8m sanne: Oh. So people aren’t doing anything wrong.
+1m daan: No. They did the only thing that matters: they paid 🙂
+3m sanne: Can it be repaired, or do I need a new webshop? I have two quotes for a new one, and both made me sit down.
+4m daan: Repaired. Two small changes in Ruben’s code and one setting at Stripe. If you ever choose a new shop, do it because you want one, not because of this.
+2m sanne: That’s the nicest thing anyone has said about that code. What do I do first?
+6m daan: Three things, in this order:
1. Make a copy of the shop at a test address, so that we break nothing.
2. Switch Stripe to test mode and put its test keys in the copy. Don’t send them to me: only your server needs them.
3. Read the first half of this page: https://docs.stripe.com/webhooks
+2m sanne: 1 I’ll do with Ruben on the phone. 2 and 3 I can manage.
+19h sanne: The copy works! Ruben helped from the hospital canteen.
+1m sanne: And I read the page. Twice. I understand perhaps 70 percent.
+12m daan: 70 is plenty. Which part was fog?
+3m sanne: The signature. Why would anyone sign a message to my server?
+5m daan: Because the address of your webhook is public. Without a check, anybody could tell it “order 1234 is paid” and you’d be sending them a vase. Stripe signs each message with a secret that only the two of you have, and your server checks that before it believes a word.
+2m sanne: A wax seal!
+1m daan: Exactly a wax seal. I’m stealing that.
+40m sanne: Ruben has an hour now. What should he type to see those messages come in?
+3m daan: On his own computer, with the Stripe CLI installed:
stripe listen --forward-to localhost:8080/webhook.php
Then he buys something in test mode and watches the events go by.
+52m sanne: They go by, but each one gets a 400. Ruben says “signature verification failed”, and a word I won’t repeat.
+4m daan: Then I can guess. He decodes the JSON first and checks the result. The check needs the raw text, byte for byte as it arrived:
$payload = file_get_contents('php://input');
+2m daan: And the secret that “stripe listen” prints is another one than in the dashboard.
+9m sanne: It was the first. AND the second. They’re all 200 now 🎉
+1m daan: Get that man a coffee.
+21h sanne: Next puzzle. One test order got two confirmation mails, a second apart.
+7m daan: Good that you saw it. Stripe sometimes delivers the same event twice, and says so. Your server has to remember which event ids it has dealt with.
+2m sanne: A guest list at the door?
+1m daan: With the names crossed off, yes. In the database: one table, with the event id as its key. If it’s already in there, do nothing.
+6m sanne: He asks if he can’t just look whether the order is paid already.
+3m daan: As a second lock, gladly. But two messages can come in at the same instant, and then both read “not paid”. The table can’t be fooled that way.
+34m sanne: Done. He pressed “resend” about ten times and there was one mail.
+2m sanne: And what becomes of a waiting order if someone changes their mind?
+5m daan: Let it expire and put the piece back in stock. After a day is common. With single pieces I’d take an hour, or one hesitating person keeps a teapot from everybody. And if the money arrives after all, let it send you a mail and decide for yourself.
+1m sanne: You’ve met my customers, I see.
+20h sanne: Everything works at the test address. I’m a bit afraid of the real thing.
+9m daan: That’s healthy. When is the shop at its quietest?
+2m sanne: Before eleven in the morning. Hardly anyone buys a teapot before eleven.
+3m daan: Then do it at eight, with Ruben awake and the old files in a folder beside the new ones. If anything looks odd, you put the old ones back in five minutes. And buy something yourself first, on your own phone. Close the bank’s app the moment you’ve paid, as rudely as you can.
+2m sanne: An egg cup, four euros. Then I refund myself 🥚
+6m sanne: And what do I owe you for all this? It has become rather more than the quick look I asked for.
+8m daan: Let’s agree on a fixed price once it has run for a week. Then we both know what it was worth.
+22h sanne: Egg cup bought, app closed, order there, mail there. ONE mail! I cheered out loud. There was a customer in the shop and she cheered too.
+5m daan: 👏
+3h sanne: And the first real one: someone in Ghent, on a phone, two bowls. Stripe and the shop agree.
+14m daan: That’s the one that used to vanish. Keep counting for a month, in the same table. If it stays at zero I’d like to buy that egg cup.
+2m sanne: It’s yours. It has five sisters, though.
+40m daan: I’ll think about the sisters. One last thing, no hurry: Stripe sends a mail when your webhook keeps failing. Check that it goes to an address you read, and not to Ruben’s old one.
+1m daan: And give him my regards. It’s decent code for someone who’d rather be a nurse.
`
