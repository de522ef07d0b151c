import { type Text, text } from "../../../../core/kernel/texts/index.ts";

export interface Guide {
  readonly title: Text;
  readonly lead: Text;
  /** Paragraphs, and code as plain strings. */
  readonly parts: readonly (Text | string)[];
}

/** Guides to requests and responses. */

export const calling: Readonly<Record<string, Guide>> = {
  signing: {
    title: text("Signed requests", "Requêtes signées"),
    lead: text(
      "Withdrawals and transfers are signed, so that a leaked API key cannot move money.",
      "Les retraits et les virements sont signés : une clé d'API divulguée ne peut pas déplacer d'argent.",
    ),
    parts: [
      text(
        "Each API key has a signing secret, svc_sig_…, which is shown once with the key. Sign with HMAC-SHA256: the time in UNIX seconds, the method, the path with its query, and the hexadecimal SHA-256 of the body's bytes, joined by full stops. The time may differ from the platform's by 300 seconds.",
        "Chaque clé d'API a un secret de signature, svc_sig_…, montré une seule fois avec la clé. Signez avec HMAC-SHA256 : l'heure en secondes UNIX, la méthode, le chemin avec sa chaîne de requête, et le SHA-256 hexadécimal des octets du corps, séparés par des points. L'heure peut s'écarter de 300 secondes de celle de la plateforme.",
      ),
      text(
        "Sign the path exactly as you send it, with its percent-encoding and, if there is one, the query after a question mark. The host is not signed. Encode only the characters of a segment that require it, with uppercase hexadecimal digits, as JavaScript's encodeURIComponent and Python's quote do. The decoded path is accepted too. The API's ids need no encoding. The query must be signed exactly as sent.",
        "Signez le chemin exactement tel que vous l'envoyez, avec son encodage pourcent et, s'il y en a une, la chaîne de requête après un point d'interrogation. L'hôte n'est pas signé. N'encodez que les caractères d'un segment qui l'exigent, en chiffres hexadécimaux majuscules, comme le font encodeURIComponent de JavaScript et quote de Python. Le chemin décodé est accepté aussi. Les identifiants de l'API n'ont pas besoin d'encodage. La chaîne de requête doit être signée exactement telle qu'elle est envoyée.",
      ),
      `X-Svc-Timestamp: 1795000000
X-Svc-Signature: v1=<hex HMAC of "1795000000.POST./v1/transfers.<hex sha256 of the body>">
Idempotency-Key: 8f14e45f-ceea-467f-9a36-dcc0e5f3b1a2`,
      text(
        "A signed request also requires an Idempotency-Key. A missing signature returns SIGNATURE_REQUIRED, a wrong one INVALID_SIGNATURE, a time that differs too much TIMESTAMP_OUT_OF_RANGE. A signature belongs to one Idempotency-Key: with the same key a repeated request has no further effect, with another key it returns 409 SIGNATURE_REUSED. Sign each request separately, and two equal requests at different seconds. The client does all of this:",
        "Une requête signée exige aussi une Idempotency-Key. Une signature absente renvoie SIGNATURE_REQUIRED, une signature incorrecte INVALID_SIGNATURE, une heure trop éloignée TIMESTAMP_OUT_OF_RANGE. Une signature appartient à une seule Idempotency-Key : avec la même clé, une requête répétée n'a pas d'autre effet ; avec une autre, elle renvoie 409 SIGNATURE_REUSED. Signez chaque requête séparément, et deux requêtes identiques à des secondes différentes. Le client fait tout cela :",
      ),
      `const svc = createClient({ apiKey, signingSecret, baseUrl });
await svc.post("/v1/transfers", { body: { from_wallet, to_email: "ada@example.com", amount: "10" } });`,
    ],
  },
  idempotency: {
    title: text("Safe retries", "Réessayer sans risque"),
    lead: text(
      "Send an Idempotency-Key with every write, so that a retry is never executed twice.",
      "Envoyez une Idempotency-Key avec chaque écriture : une répétition n'est jamais exécutée deux fois.",
    ),
    parts: [
      text(
        "Choose a unique key for each operation, such as an order number, and repeat the request with it until you get a response. For 7 days the first response is returned again, with Idempotency-Replayed: true.",
        "Choisissez une clé unique pour chaque opération, comme un numéro de commande, et répétez la requête avec elle jusqu'à obtenir une réponse. Pendant 7 jours, la première réponse est renvoyée, avec Idempotency-Replayed: true.",
      ),
      `curl -X POST $SVC_URL/v1/wallets -H "Authorization: Bearer $SVC_API_KEY" \\
  -H "Idempotency-Key: order-1843" -H "Content-Type: application/json" -d '{"asset":"EUR"}'`,
      text(
        "Another body with the same key returns 422 IDEMPOTENCY_KEY_REUSED. A rejected request is not recorded: you can retry it with the same key. Keys belong to an account and an operation. Test mode has separate keys.",
        "Un autre corps avec la même clé renvoie 422 IDEMPOTENCY_KEY_REUSED. Une requête refusée n'est pas enregistrée : vous pouvez la réessayer avec la même clé. Les clés appartiennent à un compte et à une opération. Le mode test a des clés distinctes.",
      ),
    ],
  },
  pagination: {
    title: text("Pagination", "Paginer les listes"),
    lead: text(
      "Lists are sorted newest first and returned in pages. Concurrent writes do not make a page skip objects.",
      "Les listes sont triées du plus récent au plus ancien et renvoyées par pages. Des écritures simultanées ne font sauter aucun objet.",
    ),
    parts: [
      `{"object":"list","data":[…],"has_more":true,"next_cursor":"eyJ…"}`,
      text(
        "limit is the number of objects per page, from 1 to 100. It defaults to 20. Send next_cursor as cursor to read the next page; it is null on the last page. A cursor is valid for its list and filters only.",
        "limit est le nombre d'objets par page, de 1 à 100, 20 par défaut. Envoyez next_cursor comme cursor pour lire la page suivante ; il est null à la dernière page. Un curseur n'est valable que pour sa liste et ses filtres.",
      ),
      `for await (const wallet of svc.list("/v1/wallets", { limit: 100 })) console.log(wallet.id);`,
    ],
  },
  "handling-errors": {
    title: text("Handling errors", "Gérer les erreurs"),
    lead: text(
      "All errors have the same format, and each code has one meaning.",
      "Toutes les erreurs ont le même format, et chaque code a un seul sens.",
    ),
    parts: [
      `{"error":{"code":"WALLET_EXISTS","message":"You already have a wallet for this asset.",
  "details":{"docs":"https://svc.example/docs/errors#WALLET_EXISTS"},"request_id":"req_…"}}`,
      text(
        "Branch on code, never on message, which is in the reader's language. details.fields names each invalid field. Log request_id: it is also in the X-Request-Id header, and support finds your request by it.",
        "Fondez votre logique sur code, jamais sur message, qui est dans la langue du lecteur. details.fields nomme chaque champ invalide. Journalisez request_id : il est aussi dans l'en-tête X-Request-Id, et permet à notre service client de retrouver votre requête.",
      ),
      text(
        "400 means an invalid request, 401 an invalid credential, 403 an operation that the key may not perform, 404 an object that does not exist or belongs to another user, 409 a state that does not allow the operation, 422 a contradiction, 429 a rate limit. 500 and 503 are our faults: try again with the same Idempotency-Key.",
        "400 signale une requête invalide, 401 une authentification invalide, 403 une opération que la clé ne peut pas effectuer, 404 un objet qui n'existe pas ou appartient à un autre utilisateur, 409 un état qui ne permet pas l'opération, 422 une contradiction, 429 une limite de débit. 500 et 503 viennent de nous : réessayez avec la même Idempotency-Key.",
      ),
      `try {
  await svc.post("/v1/wallets", { body: { asset: "EUR" } });
} catch (error) {
  if (!isSvcError(error, "WALLET_EXISTS")) throw error;
}`,
    ],
  },
};

/** Guide to the additions of `/v2`. */

export const preview: Readonly<Record<string, Guide>> = {
  preview: {
    title: text("What is new in /v2", "Les nouveautés de /v2"),
    lead: text(
      "Holds, splits, balances at a point in time, verifiable statements, expanded responses, and events.",
      "Réservations (holds), partages, soldes à un instant donné, relevés vérifiables, réponses étendues et événements.",
    ),
    parts: [
      text(
        "/v2 has every operation of /v1, with the same ids. Only amounts in responses differ: they are {value, asset}. Requests state amounts as decimal strings in both versions. The client has types for both.",
        "/v2 offre toutes les opérations de /v1, avec les mêmes identifiants. Seuls les montants des réponses diffèrent : ils sont en {value, asset}. Les requêtes indiquent les montants en chaînes décimales dans les deux versions. Le client a des types pour les deux.",
      ),
      text(
        "Holds. A hold reserves money in a wallet until it is captured, released or expires (expires_at). A capture pays all or part of the held amount to another wallet of the same asset; the rest stays held. Captures are signed; creating and releasing a hold are not.",
        "Réservations (holds). Un hold réserve de l'argent dans un portefeuille jusqu'à sa capture, sa libération ou son expiration (expires_at). Une capture verse tout ou partie du montant réservé à un autre portefeuille du même actif ; le reste demeure réservé. Les captures sont signées ; la création et la libération d'un hold ne le sont pas.",
      ),
      `const hold = await svc.post("/v2/holds", {
  body: { wallet, amount: "50", expires_at: "2030-01-01T00:00:00Z", description: "Room 12" },
});
const path = { id: hold.id };
await svc.post("/v2/holds/{id}/capture", { params: { path }, body: { to_wallet: hotel, amount: "42.5" } });
await svc.post("/v2/holds/{id}/release", { params: { path } });`,
      text(
        "The hold then has captured 42.5 and status released, and the remaining 7.5 is available again. HOLD_EXCEEDED means that the amount is more than remains, HOLD_EXPIRED that the hold has expired, HOLD_CLOSED that it was released or fully captured.",
        "Le hold a alors captured 42.5 et status released, et les 7.5 restants sont de nouveau disponibles. HOLD_EXCEEDED signale un montant supérieur au reste, HOLD_EXPIRED un hold expiré, HOLD_CLOSED un hold libéré ou entièrement capturé.",
      ),
      text(
        "Balances. One request returns the balance and its holds at the same instant. With at, it returns the balance at that time, entries of that millisecond included, with null for holds. The result is final if at is at least a minute ago.",
        "Soldes. Une requête renvoie le solde et ses holds au même instant. Avec at, elle renvoie le solde à ce moment, écritures de cette milliseconde comprises, avec null pour les holds. Le résultat est définitif si at date d'au moins une minute.",
      ),
      `const balance = { params: { path: { id: wallet } } };
const now = await svc.get("/v2/wallets/{id}/balance", balance);
const then = await svc.get("/v2/wallets/{id}/balance", {
  params: { path: { id: wallet }, query: { at: "2026-01-01T00:00:00Z" } },
});
console.log(now.available.value, now.holds?.length, then.balance.value);`,
      text(
        "Splits. One transfer pays two or more recipients. Each part is an amount, a percentage of the total, or the rest. Either all recipients are paid or none. Percentages are rounded by largest remainder, so that the parts sum to the total. An error names its part in details.index. Transfers are signed.",
        "Partages. Un virement paie deux destinataires ou plus. Chaque part est un montant, un pourcentage du total, ou le reste. Tous les destinataires sont payés, ou aucun. Les pourcentages sont arrondis au plus grand reste, de sorte que la somme des parts est le total. Une erreur nomme sa part dans details.index. Les virements sont signés.",
      ),
      `await svc.post("/v2/transfers", {
  body: {
    from_wallet: wallet,
    amount: "100",
    splits: [
      { to_email: "ben@example.com", amount: "10" },
      { to_email: "cleo@example.com", percent: "33.3333" },
      { to_wallet: hotel, rest: true },
    ],
  },
});`,
      text(
        "Expanded responses. expand[] names up to four fields in which the response contains the object instead of its id; in a list, for each of its objects. The reference lists the fields that each operation can expand. Objects that you may not read remain ids.",
        "Réponses étendues. expand[] nomme jusqu'à quatre champs dans lesquels la réponse contient l'objet au lieu de son identifiant ; dans une liste, pour chacun de ses objets. La référence liste les champs que chaque opération peut étendre. Les objets que vous ne pouvez pas lire restent des identifiants.",
      ),
      `await svc.get("/v2/farming/positions", { params: { query: { "expand[]": ["farm", "pair"] } } });`,
      text(
        "Statements. A statement lists a wallet's movements in a period, oldest first, with the balances before and after. Each line has a hash of its content and of the previous line, so that a changed, missing or added line is detected. opening and closing are the balances of the statement, page_opening is the balance before the page.",
        "Relevés. Un relevé liste les mouvements d'un portefeuille sur une période, du plus ancien au plus récent, avec les soldes avant et après. Chaque ligne porte une empreinte de son contenu et de la ligne précédente : une ligne modifiée, manquante ou ajoutée est détectée. opening et closing sont les soldes du relevé, page_opening est le solde avant la page.",
      ),
      `const pages = [];
for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.next_cursor ?? null)
  pages.push(
    await svc.get("/v2/wallets/{id}/statement", {
      params: { path: { id: wallet }, query: cursor ? { cursor } : { from: "2026-01-01T00:00:00Z" } },
    }),
  );
const problem = await verifyStatement(pages);
if (problem) throw new Error(\`line \${problem.line}: \${problem.problem}\`);`,
      text(
        "verifyStatement verifies one page, or all pages in order as a whole statement. The hash of a line is 0x and the hexadecimal SHA-256 of this JSON array of strings, without spaces, with amounts by their value:",
        "verifyStatement vérifie une page, ou toutes les pages dans l'ordre comme un relevé complet. L'empreinte d'une ligne est 0x et le SHA-256 hexadécimal de ce tableau JSON de chaînes, sans espaces, avec les montants par leur value :",
      ),
      `["svc.ledger.line/1",wallet,sequence,entry,entry_hash,ledger_type,available_change,locked_change,
 available,locked,created_at,previous_hash]`,
      text(
        "The wallet's id ends with its asset, so the hash covers the asset too. amount is the sum of available_change and locked_change, balance the sum of available and locked. entry_hash covers the whole entry, including other users' parts, which are not shown. No hash covers type, counterparty, livemode and current: type and counterparty are for display, and current is the wallet's present balance.",
        "L'identifiant du portefeuille se termine par son actif : l'empreinte couvre donc aussi l'actif. amount est la somme de available_change et locked_change, balance celle de available et locked. entry_hash couvre toute l'écriture, y compris les parts d'autres utilisateurs, qui ne sont pas montrées. Aucune empreinte ne couvre type, counterparty, livemode et current : type et counterparty servent à l'affichage, et current est le solde actuel du portefeuille.",
      ),
      text(
        "Events. The list of your events of the last 30 days, newest first, whether or not a webhook received them. type, object_id, created_after and created_before filter. With filters, a page may be short or empty although there is a next one. Sort the events of an object by sequence.",
        "Événements. La liste de vos événements des 30 derniers jours, du plus récent au plus ancien, qu'un webhook les ait reçus ou non. type, object_id, created_after et created_before filtrent. Avec des filtres, une page peut être courte ou vide alors qu'il y en a une suivante. Triez les événements d'un objet par sequence.",
      ),
      `for await (const event of svc.list("/v2/events", { type: "transfer.created" }))
  console.log(event.id, event.type, event.sequence, event.data);`,
    ],
  },
};
