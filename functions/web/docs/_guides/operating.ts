import {
  testAddresses,
  testIbans,
  testOutcomes,
} from "../../../../core/banking/withdrawals/test-outcomes.ts";
import { testReceivers } from "../../../../core/identity/sandboxes/people.ts";
import { text } from "../../../../core/kernel/texts/index.ts";
import type { Guide } from "./calling.ts";

/** The destinations of test mode with a special outcome, one a line. */
const destinations = [
  ...testOutcomes.filter((outcome) => outcome !== "booked").map((outcome) => [outcome, testIbans[outcome]]),
  ...Object.entries(testAddresses).flatMap(([outcome, [bitcoin, , ethereum]]) => [
    [outcome, bitcoin],
    [outcome, ethereum],
  ]),
]
  .map(([outcome = "", destination]) => `${outcome.padEnd(8)}  ${destination}`)
  .join("\n");

/** The recipients of test mode, one a line, by wallet and by email address. */
const recipients = [
  "yours          wal_test_01kaf3v7m8q2w5x9y1z4b6c8d0_1_01kaf3v7m8q2w5x9y1z4b6c8d0_eur",
  ...testReceivers.map(({ userId, name, email }) => {
    const id = `wal_test_01kaf3v7m8q2w5x9y1z4b6c8d0_1_${userId.slice("usr_".length)}_eur`;
    return `${name.padEnd(13)}  ${id}\n               ${email}`;
  }),
].join("\n");

/** Guides to limits, events, test mode and versions. */
export const operating: Readonly<Record<string, Guide>> = {
  limits: {
    title: text("Plans and limits", "Formules et limites"),
    lead: text(
      "Limits apply per burst, minute and day, to all keys of an account together.",
      "Des limites par rafale, par minute et par jour s'appliquent à l'ensemble des clés d'un compte.",
    ),
    parts: [
      text(
        "The free plan allows bursts of 10 requests, 60 a minute and 1,000 a day; pro 100, 600 and 100,000; enterprise 1,000 and 6,000, without a daily limit. A day is a calendar day in UTC. Live and test keys are counted separately.",
        "La formule gratuite permet des rafales de 10 requêtes, 60 par minute et 1 000 par jour ; pro 100, 600 et 100 000 ; enterprise 1 000 et 6 000, sans limite par jour. Le jour est un jour civil en UTC. Les clés live et test sont comptées séparément.",
      ),
      text(
        "A plan applies to the account: from payment until its end, all keys of the account have its limits, including older keys.",
        "Une formule s'applique au compte : du paiement à son terme, toutes les clés du compte ont ses limites, y compris les anciennes.",
      ),
      `X-RateLimit-Limit: 60
X-RateLimit-Remaining: 12
X-RateLimit-Reset: 1795000060
Retry-After: 3`,
      text(
        "The headers state the strictest of the three limits. Over the limit, the response is 429 RATE_LIMITED, and Retry-After states the seconds until the next allowed request. The client waits for up to a minute; for longer waits it throws the error.",
        "Les en-têtes indiquent la plus stricte des trois limites. Au-delà, la réponse est 429 RATE_LIMITED, et Retry-After indique le nombre de secondes avant la prochaine requête permise. Le client attend jusqu'à une minute ; pour une attente plus longue, il lève l'erreur.",
      ),
    ],
  },
  webhooks: {
    title: text("Receiving events", "Recevoir les événements"),
    lead: text(
      "Register an address to receive the events of your account.",
      "Enregistrez une adresse pour recevoir les événements de votre compte.",
    ),
    parts: [
      `curl -X POST $SVC_URL/api/webhooks -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"name":"Till","url":"https://shop.example/hook","events":["job-done"]}'`,
      text(
        "Store the secret of the response: it is shown once. Each delivery has the headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks. Verify the unparsed body, and reject deliveries older than five minutes.",
        "Conservez le secret de la réponse : il n'est montré qu'une fois. Chaque envoi a les en-têtes webhook-id, webhook-timestamp et webhook-signature de Standard Webhooks. Vérifiez le corps brut, et refusez les envois de plus de cinq minutes.",
      ),
      `const event = await verifyWebhook({ payload, headers: request.headers, secret });`,
      text(
        "Respond with a 2xx status within seconds, and process the event afterwards. An event may be delivered more than once with the same id, so process each id once. Failed deliveries are retried for hours, and you can replay them.",
        "Répondez par un statut 2xx en quelques secondes, et traitez l'événement ensuite. Un événement peut être livré plusieurs fois avec le même identifiant : traitez chaque identifiant une seule fois. Les envois échoués sont répétés pendant des heures, et vous pouvez les relancer.",
      ),
    ],
  },
  "test-mode": {
    title: text("Test mode", "Mode test"),
    lead: text(
      "A svc_test_ key uses a separate ledger with the same rules and no real money.",
      "Une clé svc_test_ utilise un registre distinct, avec les mêmes règles et sans argent réel.",
    ),
    parts: [
      text(
        "Wallets, exchange, staking, farming, governance, transfers and withdrawals work as in live mode, with the sandbox's own pools and proposals. Prices are the same. Objects have livemode: false, and a sandbox never affects a live ledger.",
        "Portefeuilles, échange, staking, farming, gouvernance, virements et retraits fonctionnent comme en mode réel, avec les pools et les propositions du bac à sable. Les cours sont les mêmes. Les objets ont livemode: false, et un bac à sable n'affecte jamais un registre réel.",
      ),
      text(
        "New wallets are empty. Test mode has a faucet and simulates the bank for withdrawals. The operations under /v1/test, which only test keys may call, fund a wallet, move the sandbox's clock forward, so that locks end and rewards accrue, and reset the sandbox.",
        "Les nouveaux portefeuilles sont vides. Le mode test a un robinet et simule la banque pour les retraits. Les opérations sous /v1/test, réservées aux clés de test, alimentent un portefeuille, avancent l'horloge du bac à sable, pour que les blocages finissent et que les récompenses s'accumulent, et réinitialisent le bac à sable.",
      ),
      text(
        "The faucet deposits test money, and opens a wallet for the asset if there is none:",
        "Le robinet dépose de l'argent de test, et ouvre un portefeuille pour l'actif s'il n'y en a pas :",
      ),
      `curl -X POST $SVC_URL/v1/test/faucet -H "Authorization: Bearer $SVC_TEST_KEY" \\
  -H "Idempotency-Key: fill-1" -H "Content-Type: application/json" -d '{"asset":"EUR","amount":"1000"}'
201 {"object":"faucet_grant","id":"txn_…","livemode":false,"wallet":"wal_…_eur","asset":"EUR","amount":"1000","created_at":"…"}`,
      text(
        "You can read the clock and move it forward, by at most two years a request, but never back. Operations that fall due in between run at their time and in order. While they run, status is advancing: read the clock until status is ready.",
        "Vous pouvez lire l'horloge et l'avancer, de deux ans au plus par requête, mais jamais la reculer. Les opérations qui arrivent à échéance entre-temps s'exécutent à leur heure et dans l'ordre. Pendant ce temps, status est advancing : relisez l'horloge jusqu'à ce que status soit ready.",
      ),
      `curl $SVC_URL/v1/test/clock -H "Authorization: Bearer $SVC_TEST_KEY"
curl -X POST $SVC_URL/v1/test/clock -H "Authorization: Bearer $SVC_TEST_KEY" \\
  -H "Idempotency-Key: a-day-1" -H "Content-Type: application/json" -d '{"advance_seconds":86400}'
200 {"object":"test_clock","id":"test_…_1","livemode":false,"now":"…","offset_seconds":86400,"status":"ready","created_at":"…"}`,
      text(
        "All times in a sandbox are by its clock: created_at, a stake's unlocks_at, a hold's expires_at, a proposal's dates, the at of a balance, and a swap's deadline. Take the deadline from the quote's expires_at, or from the clock's now: a deadline by your own clock has already passed if the sandbox is ahead, and the swap returns QUOTE_EXPIRED. Limits, Idempotency-Keys, signatures, webhooks and prices use the platform's time: X-Svc-Timestamp is the real time.",
        "Dans un bac à sable, tous les instants sont ceux de son horloge : created_at, le unlocks_at d'un stake, le expires_at d'un hold, les dates d'une proposition, le at d'un solde, et la deadline d'un échange. Prenez la deadline dans le expires_at du devis, ou dans le now de l'horloge : selon votre propre horloge, elle est déjà dépassée si le bac à sable est en avance, et l'échange renvoie QUOTE_EXPIRED. Les limites, les Idempotency-Key, les signatures, les webhooks et les cours utilisent l'heure de la plateforme : X-Svc-Timestamp est l'heure réelle.",
      ),
      text(
        "A reset has no body. It removes the wallets, restores the pools and the clock, and former ids return 404. Idempotency-Keys remain: for 7 days a request with a key from before the reset gets the recorded response, with Idempotency-Replayed: true, and has no effect in the new sandbox. Use new keys after a reset.",
        "Une remise à zéro n'a pas de corps. Elle supprime les portefeuilles, rétablit les pools et l'horloge, et les anciens identifiants renvoient 404. Les Idempotency-Key restent : pendant 7 jours, une requête dont la clé date d'avant reçoit la réponse enregistrée, avec Idempotency-Replayed: true, et n'a aucun effet dans le nouveau bac à sable. Utilisez de nouvelles clés après une remise à zéro.",
      ),
      `curl -X POST $SVC_URL/v1/test/reset -H "Authorization: Bearer $SVC_TEST_KEY" -H "Idempotency-Key: reset-1"
200 {"object":"test_sandbox","id":"test_…_2","livemode":false,"created_at":"…"}`,
      text(
        "Your sandbox contains only you and the test recipients. Transfers, splits and captures can pay them by to_email or to_wallet; other recipients return RECIPIENT_UNKNOWN. A recipient's wallet id is yours with the recipient's id before the asset. The first payment opens the wallet, and a reset empties it.",
        "Votre bac à sable ne contient que vous et les destinataires de test. Virements, partages et captures peuvent les payer par to_email ou to_wallet ; tout autre destinataire renvoie RECIPIENT_UNKNOWN. L'identifiant du portefeuille d'un destinataire est le vôtre, avec l'identifiant du destinataire devant l'actif. Le premier paiement ouvre le portefeuille, et une remise à zéro le vide.",
      ),
      recipients,
      text(
        "A test withdrawal does not reach a bank or a blockchain. Its destination determines the outcome. Every IBAN and address is paid after ten seconds, except these: refused and rejected fail; returned completes and then fails, and its transaction is refunded; silent is paid after an hour. Bitcoin accepts only test network addresses.",
        "Un retrait de test n'atteint ni banque ni blockchain. Sa destination détermine l'issue. Tout IBAN et toute adresse sont payés après dix secondes, sauf ceux-ci : refused et rejected échouent ; returned aboutit puis échoue, et sa transaction est remboursée ; silent est payé après une heure. Le bitcoin n'accepte que des adresses du réseau de test.",
      ),
      destinations,
    ],
  },
  versions: {
    title: text("Versions and changes", "Versions et changements"),
    lead: text("/v1 is stable, /v2 is a preview.", "/v1 est stable, /v2 est un aperçu."),
    parts: [
      text(
        "Additions to /v1 do not break clients: new operations, new fields, new optional parameters. Removals are announced long before, by the headers Deprecation, Sunset and Link, and in the OpenAPI document.",
        "Les ajouts à /v1 ne cassent aucun client : nouvelles opérations, nouveaux champs, nouveaux paramètres facultatifs. Les suppressions sont annoncées longtemps à l'avance, par les en-têtes Deprecation, Sunset et Link, et dans le document OpenAPI.",
      ),
      text(
        "/v2 has the same operations, amounts as an object with their asset, and new features. It may change without notice. X-Svc-Version states the version of a response.",
        "/v2 offre les mêmes opérations, des montants en objets avec leur actif, et des nouveautés. Elle peut changer sans préavis. X-Svc-Version indique la version d'une réponse.",
      ),
      `GET /v1/wallets   "balance": "1.5"
GET /v2/wallets   "balance": {"value": "1.5", "asset": "BTC"}`,
      text(
        "New features: expand[] returns objects instead of their ids; holds reserve money and pay it later, in full or in parts; a transfer pays several recipients by amounts, percentages and the rest; balances at a point in time, verifiable statements, and a list of past events.",
        "Les nouveautés : expand[] renvoie des objets au lieu de leurs identifiants ; les holds réservent de l'argent et le versent plus tard, en entier ou en parties ; un virement paie plusieurs destinataires, par montants, pourcentages et reste ; soldes à un instant donné, relevés vérifiables, et liste des événements passés.",
      ),
      `GET  /v2/farming/positions?expand[]=farm&expand[]=pair
POST /v2/transfers   {"from_wallet": "wal_…", "amount": "100", "splits": [
  {"to_email": "ben@example.com", "percent": "60"},
  {"to_email": "cleo@example.com", "rest": true}]}`,
    ],
  },
};
