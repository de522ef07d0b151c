import {
  testAddresses,
  testIbans,
  testOutcomes,
} from "../../../../core/banking/withdrawals/test-outcomes.ts";
import { testReceivers } from "../../../../core/identity/sandboxes/people.ts";
import { text } from "../../../../core/kernel/texts/index.ts";
import type { Guide } from "./calling.ts";

/** Destinations of test mode that are not simply paid: a line for each, with what becomes of it. */
const destinations = [
  ...testOutcomes.filter((fate) => fate !== "booked").map((fate) => [fate, testIbans[fate]]),
  ...Object.entries(testAddresses).flatMap(([fate, [bitcoin, , ethereum]]) => [
    [fate, bitcoin],
    [fate, ethereum],
  ]),
]
  .map(([fate = "", where]) => `${fate.padEnd(8)}  ${where}`)
  .join("\n");

/** Whom test mode has to pay: a line for each, with both ways to name them. */
const receivers = [
  "yours          wal_test_01kaf3v7m8q2w5x9y1z4b6c8d0_1_01kaf3v7m8q2w5x9y1z4b6c8d0_eur",
  ...testReceivers.map(({ userId, name, email }) => {
    const id = `wal_test_01kaf3v7m8q2w5x9y1z4b6c8d0_1_${userId.slice("usr_".length)}_eur`;
    return `${name.padEnd(13)}  ${id}\n               ${email}`;
  }),
].join("\n");

/** What a program lives with: limits, events, test mode, versions. */

export const living: Readonly<Record<string, Guide>> = {
  limits: {
    title: text("Plans and limits", "Forfaits et limites"),
    lead: text(
      "A burst, a minute and a day all hold, for all keys of an account together.",
      "Une rafale, une minute et une journée valent ensemble, pour toutes les clés d'un compte.",
    ),
    parts: [
      text(
        "The free plan has 10 at once, 60 a minute and 1,000 a day; pro 100, 600 and 100,000; enterprise 1,000 and 6,000 without a day. The day is a calendar day in UTC. Live and test keys count apart.",
        "Le forfait gratuit a 10 appels d'un coup, 60 par minute et 1 000 par jour ; pro 100, 600 et 100 000 ; enterprise 1 000 et 6 000, sans journée. Le jour est un jour civil en UTC. Les clés live et test comptent à part.",
      ),
      text(
        "The plan is the account's: from when it is paid until it ends, all its keys have it, those made before too.",
        "Le forfait est celui du compte : du paiement à son terme, toutes ses clés l'ont, celles d'avant aussi.",
      ),
      `X-RateLimit-Limit: 60
X-RateLimit-Remaining: 12
X-RateLimit-Reset: 1795000060
Retry-After: 3`,
      text(
        "The headers show the tightest of the three. Over it is 429 RATE_LIMITED, and Retry-After says in how many seconds the next call passes. The client waits for up to a minute by itself, and tells you of anything longer.",
        "Les en-têtes montrent la plus serrée des trois. Au-delà c'est 429 RATE_LIMITED, et Retry-After dit dans combien de secondes le prochain appel passe. Le client attend de lui-même jusqu'à une minute, et vous signale toute attente plus longue.",
      ),
    ],
  },
  webhooks: {
    title: text("Receiving events", "Recevoir les événements"),
    lead: text(
      "Register an address and it is told of what happens to your account.",
      "Enregistrez une adresse : elle apprend ce qui arrive à votre compte.",
    ),
    parts: [
      `curl -X POST $SVC_URL/api/webhooks -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"name":"Till","url":"https://shop.example/hook","events":["job-done"]}'`,
      text(
        "Keep the secret of the answer: it is shown once. Each delivery has webhook-id, webhook-timestamp and webhook-signature in the manner of Standard Webhooks. Verify the body as it came, before it is parsed; refuse what is older than five minutes.",
        "Gardez le secret de la réponse : il est montré une seule fois. Chaque envoi a webhook-id, webhook-timestamp et webhook-signature à la manière de Standard Webhooks. Vérifiez le corps tel qu'il est arrivé, avant de le lire ; refusez ce qui a plus de cinq minutes.",
      ),
      `const event = await verifyWebhook({ payload, headers: request.headers, secret });`,
      text(
        "Answer with a 2xx within seconds and work afterwards. An event may come again: its id is the same, so work on each id once. What is not taken is tried again for hours, and you can have it sent anew.",
        "Répondez par un 2xx en quelques secondes et travaillez ensuite. Un événement peut revenir : son id est le même, traitez donc chaque id une fois. Ce qui n'est pas reçu est renvoyé pendant des heures, et vous pouvez le redemander.",
      ),
    ],
  },
  "test-mode": {
    title: text("Test mode", "Mode test"),
    lead: text(
      "A svc_test_ key sees a ledger of its own: the same rules, no money.",
      "Une clé svc_test_ voit un registre à elle : les mêmes règles, sans argent.",
    ),
    parts: [
      text(
        "Wallets, exchange, staking, farming, governance, transfers and withdrawals work as they do live, with pools and proposals of the sandbox. Prices are the same. Objects have livemode: false, and nothing of a sandbox reaches a live ledger.",
        "Portefeuilles, échange, staking, farming, gouvernance, virements et retraits fonctionnent comme en réel, avec les pools et les propositions du bac à sable. Les cours sont les mêmes. Les objets portent livemode: false, et rien d'un bac à sable n'atteint un registre réel.",
      ),
      text(
        "Wallets are opened empty; test mode has a faucet of its own and simulates the bank for withdrawals. The operations under /v1/test, which only test keys may call, fill a wallet, move the sandbox's clock forward, so that locks end and rewards accrue at once, and empty it to begin anew.",
        "Les portefeuilles s'ouvrent vides ; le mode test a son propre robinet et simule la banque pour les retraits. Les opérations sous /v1/test, réservées aux clés de test, remplissent un portefeuille, avancent l'horloge du bac à sable, pour que les blocages finissent et que les récompenses courent aussitôt, et le vident pour recommencer.",
      ),
      text(
        "The faucet brings money in from nowhere, and opens the wallet of that asset where there is none:",
        "Le robinet apporte de l'argent de nulle part, et ouvre le portefeuille de cet actif s'il n'y en a pas :",
      ),
      `curl -X POST $SVC_URL/v1/test/faucet -H "Authorization: Bearer $SVC_TEST_KEY" \\
  -H "Idempotency-Key: fill-1" -H "Content-Type: application/json" -d '{"asset":"EUR","amount":"1000"}'
201 {"object":"faucet_grant","id":"txn_…","livemode":false,"wallet":"wal_…_eur","asset":"EUR","amount":"1000","created_at":"…"}`,
      text(
        "The clock is read and moved forward, never back, at most two years a call. What falls due on the way is done at its time and in its order; while that takes long, status is advancing: read the clock until it is ready.",
        "L'horloge se lit et s'avance, jamais en arrière, de deux ans au plus par appel. Ce qui arrive à échéance en chemin est fait à son heure et dans son ordre ; tant que cela dure, status est advancing : relisez l'horloge jusqu'à ready.",
      ),
      `curl $SVC_URL/v1/test/clock -H "Authorization: Bearer $SVC_TEST_KEY"
curl -X POST $SVC_URL/v1/test/clock -H "Authorization: Bearer $SVC_TEST_KEY" \\
  -H "Idempotency-Key: a-day-1" -H "Content-Type: application/json" -d '{"advance_seconds":86400}'
200 {"object":"test_clock","id":"test_…_1","livemode":false,"now":"…","offset_seconds":86400,"status":"ready","created_at":"…"}`,
      text(
        "All times in a sandbox are of its clock: created_at, a stake's unlocks_at, a hold's expires_at, a proposal's dates, the at of a balance, and a swap's deadline. Take the deadline from the quote's expires_at, or from now of the clock: by your own clock it is long past once the sandbox is a day ahead, and the swap is QUOTE_EXPIRED. The platform's time holds for limits, Idempotency-Keys, signatures, webhooks and prices: X-Svc-Timestamp is of your own clock.",
        "Dans un bac à sable tous les instants sont de son horloge : created_at, le unlocks_at d'un stake, le expires_at d'un hold, les dates d'une proposition, le at d'un solde, et la deadline d'un échange. Prenez la deadline du expires_at du devis, ou du now de l'horloge : selon la vôtre elle est passée depuis longtemps quand le bac à sable a un jour d'avance, et l'échange est QUOTE_EXPIRED. Le temps de la plateforme vaut pour les limites, les Idempotency-Key, les signatures, les webhooks et les cours : X-Svc-Timestamp est de votre horloge.",
      ),
      text(
        "A reset has no body. Wallets are gone, pools are fresh, the clock shows the platform's time, and former ids are 404. Idempotency-Keys are not forgotten: for 7 days a request with a key from before the reset is answered what it was answered then, with Idempotency-Replayed: true, and does nothing in the new sandbox. Use new keys after a reset.",
        "Une remise à zéro n'a pas de corps. Les portefeuilles n'existent plus, les pools sont neufs, l'horloge montre le temps de la plateforme, et les anciens ids sont 404. Les Idempotency-Key ne sont pas oubliées : pendant 7 jours une requête dont la clé date d'avant reçoit la réponse d'alors, avec Idempotency-Replayed: true, et ne fait rien dans le nouveau bac à sable. Prenez de nouvelles clés après une remise à zéro.",
      ),
      `curl -X POST $SVC_URL/v1/test/reset -H "Authorization: Bearer $SVC_TEST_KEY" -H "Idempotency-Key: anew-1"
200 {"object":"test_sandbox","id":"test_…_2","livemode":false,"created_at":"…"}`,
      text(
        "Nobody but you and the test receivers is in your sandbox: transfers, splits and captures go to them, by to_email or to_wallet, and to whomever else they are RECIPIENT_UNKNOWN. A receiver's wallet has the id of yours with the receiver's id before the asset, and is opened by what comes in. A reset empties it as well.",
        "Personne d'autre que vous et les destinataires de test n'est dans votre bac à sable : virements, partages et captures vont à eux, par to_email ou to_wallet ; pour tout autre c'est RECIPIENT_UNKNOWN. Le portefeuille d'un destinataire a l'id du vôtre avec l'id du destinataire devant l'actif, et s'ouvre à la première arrivée. Une remise à zéro le vide aussi.",
      ),
      receivers,
      text(
        "A test withdrawal goes to no bank and to no chain: where it goes decides what becomes of it. Any IBAN and any address is paid ten seconds later; these are not. What is refused or rejected is failed then, what is returned is completed and then failed, its transaction refunded; silent is paid after an hour. Bitcoin goes to its test network alone.",
        "Un retrait de test ne va vers aucune banque ni aucune chaîne : sa destination décide de son sort. Tout IBAN et toute adresse sont payés dix secondes plus tard ; ceux-ci ne le sont pas. Ce qui est refused ou rejected est alors failed, ce qui est returned est completed puis failed, et sa transaction refunded ; silent est payé après une heure. Le bitcoin ne va que vers son réseau de test.",
      ),
      destinations,
    ],
  },
  versions: {
    title: text("Versions and changes", "Versions et changements"),
    lead: text("/v1 is stable, /v2 shows what comes.", "/v1 est stable, /v2 montre ce qui vient."),
    parts: [
      text(
        "What is added to /v1 breaks no client: new operations, new fields, new optional parameters. What goes is told long before, by the headers Deprecation and Sunset and a link, and in the document.",
        "Ce qui s'ajoute à /v1 ne casse aucun client : nouvelles opérations, nouveaux champs, nouveaux paramètres facultatifs. Ce qui disparaît est annoncé longtemps avant, par les en-têtes Deprecation et Sunset avec un lien, et dans le document.",
      ),
      text(
        "/v2 is a preview: the same operations by the same code, amounts as an object that names their asset, and what is new. It may change without notice. X-Svc-Version says which one answered.",
        "/v2 est un aperçu : les mêmes opérations par le même code, des montants en objets qui nomment leur actif, et les nouveautés. Elle peut changer sans préavis. X-Svc-Version dit laquelle a répondu.",
      ),
      `GET /v1/wallets   "balance": "1.5"
GET /v2/wallets   "balance": {"value": "1.5", "asset": "BTC"}`,
      text(
        "New there: expand[] shows what a field names in its place; holds set money of a wallet aside and pay it later, whole or in parts; a transfer goes to several at once, by amounts, percentages and the rest; balances at an instant, statements that you can verify, and events to read again.",
        "Les nouveautés : expand[] montre ce qu'un champ nomme à la place de son id ; les holds mettent de côté l'argent d'un portefeuille et le paient plus tard, en entier ou en parties ; un virement va à plusieurs à la fois, par montants, pourcentages et reste ; des soldes à un instant, des relevés vérifiables, et des événements à relire.",
      ),
      `GET  /v2/farming/positions?expand[]=farm&expand[]=pair
POST /v2/transfers   {"from_wallet": "wal_…", "amount": "100", "splits": [
  {"to_email": "ben@example.com", "percent": "60"},
  {"to_email": "cleo@example.com", "rest": true}]}`,
    ],
  },
};
