import { type Text, text } from "../../../../core/kernel/texts/index.ts";

export interface Guide {
  readonly title: Text;
  readonly lead: Text;
  /** Paragraphs, and programs as they are typed. */
  readonly parts: readonly (Text | string)[];
}

/** How requests are made, and what their answers say. */

export const calling: Readonly<Record<string, Guide>> = {
  signing: {
    title: text("Signed requests", "Requêtes signées"),
    lead: text(
      "Withdrawals and transfers are signed: a key that leaks moves no money.",
      "Les retraits et les virements sont signés : une clé qui fuit ne déplace pas d'argent.",
    ),
    parts: [
      text(
        "Each key has a signing secret, svc_sig_…, shown once beside it. Sign the time in UNIX seconds, the method, the path with its query, and the hex SHA-256 of the body's bytes, joined by full stops, with HMAC-SHA256. The time may be 300 seconds from the platform's.",
        "Chaque clé a un secret de signature, svc_sig_…, montré une fois à côté d'elle. Signez l'heure en secondes UNIX, la méthode, le chemin avec sa requête, et le SHA-256 hexadécimal des octets du corps, séparés par des points, avec HMAC-SHA256. L'heure peut s'écarter de 300 secondes de celle de la plateforme.",
      ),
      text(
        "Sign the path as you send it, percent-encoding and all, with its query after a question mark where there is one; the host is not signed. Encode in a segment what a URL needs encoded and nothing else, with capital hexadecimal digits, as encodeURIComponent of JavaScript and quote of Python do; the same path decoded holds too. The ids of the API need no encoding. Of the query, what is signed is what is sent, sign by sign.",
        "Signez le chemin tel que vous l'envoyez, encodage en pourcents compris, avec sa requête après un point d'interrogation s'il y en a une ; l'hôte n'est pas signé. Encodez dans un segment ce qu'une URL demande d'encoder et rien d'autre, en chiffres hexadécimaux majuscules, comme le font encodeURIComponent de JavaScript et quote de Python ; le même chemin décodé vaut aussi. Les ids de l'API n'ont rien à encoder. De la requête, ce qui est signé est ce qui est envoyé, signe par signe.",
      ),
      `X-Svc-Timestamp: 1795000000
X-Svc-Signature: v1=<hex HMAC of "1795000000.POST./v1/transfers.<hex sha256 of the body>">
Idempotency-Key: 8f14e45f-ceea-467f-9a36-dcc0e5f3b1a2`,
      text(
        "A signed request also needs an Idempotency-Key. What is missing is SIGNATURE_REQUIRED, what does not hold INVALID_SIGNATURE, a clock that is off TIMESTAMP_OUT_OF_RANGE. A signature goes with one Idempotency-Key: sent again with that one it does nothing twice, with another it is 409 SIGNATURE_REUSED. So sign each request anew, and two equal ones at different seconds. The client does all this by itself:",
        "Une requête signée demande aussi une Idempotency-Key. Ce qui manque est SIGNATURE_REQUIRED, ce qui ne tient pas INVALID_SIGNATURE, une horloge décalée TIMESTAMP_OUT_OF_RANGE. Une signature va avec une seule Idempotency-Key : renvoyée avec elle, rien n'est fait deux fois ; avec une autre, c'est 409 SIGNATURE_REUSED. Signez donc chaque requête à nouveau, et deux requêtes égales à des secondes différentes. Le client fait tout cela de lui-même :",
      ),
      `const svc = createClient({ apiKey, signingSecret, baseUrl });
await svc.post("/v1/transfers", { body: { from_wallet, to_email: "ada@example.com", amount: "10" } });`,
    ],
  },
  idempotency: {
    title: text("Safe retries", "Répétitions sans danger"),
    lead: text(
      "Send an Idempotency-Key with every write: what happened is never done twice.",
      "Envoyez une Idempotency-Key avec chaque écriture : ce qui a eu lieu n'est jamais fait deux fois.",
    ),
    parts: [
      text(
        "Choose a key of your own for each thing that you want done, such as an order's number, and repeat the request with it until you have an answer. For 7 days the first answer comes again, with Idempotency-Replayed: true.",
        "Choisissez une clé à vous pour chaque chose à faire, comme un numéro de commande, et répétez la requête avec elle jusqu'à obtenir une réponse. Pendant 7 jours la première réponse revient, avec Idempotency-Replayed: true.",
      ),
      `curl -X POST $SVC_URL/v1/wallets -H "Authorization: Bearer $SVC_API_KEY" \\
  -H "Idempotency-Key: order-1843" -H "Content-Type: application/json" -d '{"asset":"EUR"}'`,
      text(
        "Another body under the same key is 422 IDEMPOTENCY_KEY_REUSED. A request that was refused did nothing and keeps nothing: the same key may be used once the reason is gone. Keys belong to their account and operation; those of test mode are apart.",
        "Un autre corps sous la même clé est 422 IDEMPOTENCY_KEY_REUSED. Une requête refusée n'a rien fait et ne garde rien : la même clé sert encore quand la raison a disparu. Les clés appartiennent à leur compte et à leur opération ; celles du mode test sont à part.",
      ),
    ],
  },
  pagination: {
    title: text("Walking lists", "Parcourir les listes"),
    lead: text(
      "Lists come newest first, page by page, and nothing is skipped while others write.",
      "Les listes viennent de la plus récente à la plus ancienne, page par page, et rien n'est sauté pendant que d'autres écrivent.",
    ),
    parts: [
      `{"object":"list","data":[…],"has_more":true,"next_cursor":"eyJ…"}`,
      text(
        "limit is how many a page has, from 1 to 100, 20 unless told. Give next_cursor as cursor to read on; it is null on the last page. A cursor is of its list and its filters: it opens no other.",
        "limit est le nombre d'éléments d'une page, de 1 à 100, 20 par défaut. Donnez next_cursor comme cursor pour continuer ; il est null à la dernière page. Un curseur vaut pour sa liste et ses filtres : il n'en ouvre pas d'autre.",
      ),
      `for await (const wallet of svc.list("/v1/wallets", { limit: 100 })) console.log(wallet.id);`,
    ],
  },
  "handling-errors": {
    title: text("Handling errors", "Gérer les erreurs"),
    lead: text(
      "One form for all errors, one meaning for each code.",
      "Une seule forme pour toutes les erreurs, un seul sens pour chaque code.",
    ),
    parts: [
      `{"error":{"code":"WALLET_EXISTS","message":"You already have a wallet for this asset.",
  "details":{"docs":"https://svc.example/docs/errors#WALLET_EXISTS"},"request_id":"req_…"}}`,
      text(
        "Switch on code, never on message, which is in the reader's language. details.fields names each field that breaks a rule. Keep request_id: it is the X-Request-Id of the answer, and how we find your request.",
        "Fiez-vous à code, jamais à message, qui est dans la langue du lecteur. details.fields nomme chaque champ qui enfreint une règle. Gardez request_id : c'est le X-Request-Id de la réponse, et notre moyen de retrouver votre requête.",
      ),
      text(
        "400 is a request to correct, 401 a credential, 403 something that the key may not do, 404 what is absent or somebody else's, 409 a state that does not allow it, 422 a contradiction, 429 a limit. 500 and 503 are ours: try again with the same Idempotency-Key.",
        "400 est une requête à corriger, 401 un identifiant, 403 ce que la clé ne peut pas faire, 404 ce qui est absent ou à autrui, 409 un état qui ne le permet pas, 422 une contradiction, 429 une limite. 500 et 503 viennent de nous : réessayez avec la même Idempotency-Key.",
      ),
      `try {
  await svc.post("/v1/wallets", { body: { asset: "EUR" } });
} catch (error) {
  if (!isSvcError(error, "WALLET_EXISTS")) throw error;
}`,
    ],
  },
};

/** What `/v2` has beside the operations of `/v1`. */

export const preview: Readonly<Record<string, Guide>> = {
  preview: {
    title: text("What is new in /v2", "Les nouveautés de /v2"),
    lead: text(
      "Holds, splits, balances at an instant, statements that prove themselves, expanded answers, and events.",
      "Des holds, des partages, des soldes à un instant, des relevés qui se prouvent, des réponses étendues, et des événements.",
    ),
    parts: [
      text(
        "Every operation of /v1 is there too, by the same code and the same ids: only amounts look otherwise, as {value, asset}. Requests give amounts as decimal strings in both. The client's types know both versions.",
        "Toutes les opérations de /v1 y sont aussi, par le même code et avec les mêmes ids : seuls les montants changent d'aspect, en {value, asset}. Les requêtes donnent les montants en chaînes décimales dans les deux. Les types du client connaissent les deux versions.",
      ),
      text(
        "Holds. What is held stays in its wallet, and nothing else can be done with it until it is captured, released, or expires_at comes. A capture pays another wallet of the same asset, all that is left or a part: the rest stays held. Captures are signed; opening and releasing are not.",
        "Holds. Ce qui est mis de côté reste dans son portefeuille, et rien d'autre ne peut en être fait avant la capture, la libération ou l'échéance expires_at. Une capture paie un autre portefeuille du même actif, tout ce qui reste ou une partie : le reste demeure bloqué. Les captures sont signées ; l'ouverture et la libération ne le sont pas.",
      ),
      `const hold = await svc.post("/v2/holds", {
  body: { wallet, amount: "50", expires_at: "2030-01-01T00:00:00Z", description: "Room 12" },
});
const path = { id: hold.id };
await svc.post("/v2/holds/{id}/capture", { params: { path }, body: { to_wallet: hotel, amount: "42.5" } });
await svc.post("/v2/holds/{id}/release", { params: { path } });`,
      text(
        "The hold then has captured 42.5 and status released: what was left, 7.5, is available again. HOLD_EXCEEDED is more than what is left, HOLD_EXPIRED too late, HOLD_CLOSED one that is over.",
        "Le hold a alors captured 42.5 et status released : le reste, 7.5, est de nouveau disponible. HOLD_EXCEEDED est plus que ce qui reste, HOLD_EXPIRED trop tard, HOLD_CLOSED un hold terminé.",
      ),
      text(
        "Balances. One read has the balance and the holds on it, of one instant. With at it is the balance at that instant, without holds (null), entries of its millisecond included; it is final once at lies a minute back.",
        "Soldes. Une lecture donne le solde et les holds qui pèsent sur lui, au même instant. Avec at c'est le solde à cet instant, sans holds (null), écritures de sa milliseconde comprises ; il est définitif quand at date d'une minute.",
      ),
      `const balance = { params: { path: { id: wallet } } };
const now = await svc.get("/v2/wallets/{id}/balance", balance);
const then = await svc.get("/v2/wallets/{id}/balance", {
  params: { path: { id: wallet }, query: { at: "2026-01-01T00:00:00Z" } },
});
console.log(now.available.value, now.holds?.length, then.balance.value);`,
      text(
        "Splits. One transfer to several, 2 or more: each part is an amount, a percentage of the whole, or the rest. All are paid or nobody is; percentages are rounded by largest remainder, so that the parts are the whole to the last cent. A refusal says by details.index which part it is of. Transfers are signed.",
        "Partages. Un virement à plusieurs, 2 ou plus : chaque part est un montant, un pourcentage du tout, ou le reste. Tous sont payés ou personne ; les pourcentages sont arrondis au plus grand reste, si bien que les parts font le tout au centime près. Un refus dit par details.index de quelle part il s'agit. Les virements sont signés.",
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
        "Expanded answers. expand[] names up to four fields of the answer that are to be the object itself in place of its id; in a list, of each of its objects. Each operation's page says which of its fields can be. What you may not see stays as it was.",
        "Réponses étendues. expand[] nomme jusqu'à quatre champs de la réponse qui seront l'objet lui-même au lieu de son id ; dans une liste, pour chacun de ses objets. La page de chaque opération dit lesquels de ses champs s'étendent. Ce que vous ne pouvez pas voir reste tel quel.",
      ),
      `await svc.get("/v2/farming/positions", { params: { query: { "expand[]": ["farm", "pair"] } } });`,
      text(
        "Statements. What moved in a wallet from one instant to another, the oldest first, with what it had before and after. Each line has the hash of what it says and of the line before, so nothing can be changed, left out or added without all behind it. opening and closing are the statement's, page_opening is what stood before this page.",
        "Relevés. Ce qui a bougé dans un portefeuille d'un instant à un autre, du plus ancien au plus récent, avec ce qu'il avait avant et après. Chaque ligne porte l'empreinte de ce qu'elle dit et de la ligne précédente : rien ne peut être changé, ôté ou ajouté sans que toute la suite change. opening et closing sont ceux du relevé, page_opening est ce qu'il y avait avant cette page.",
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
        "verifyStatement verifies one page in itself, and all pages in their order as the whole. The hash of a line is 0x and the hex SHA-256 of this JSON array of strings, without spaces, amounts by their value:",
        "verifyStatement vérifie une page en elle-même, et toutes les pages dans leur ordre comme un tout. L'empreinte d'une ligne est 0x et le SHA-256 hexadécimal de ce tableau JSON de chaînes, sans espaces, les montants par leur value :",
      ),
      `["svc.ledger.line/1",wallet,sequence,entry,entry_hash,ledger_type,available_change,locked_change,
 available,locked,created_at,previous_hash]`,
      text(
        "The wallet's id ends with its asset: so the hash covers that too. amount is available_change and locked_change together, balance is available and locked. entry_hash covers the whole entry, with what of it is somebody else's and not shown. No hash covers type, counterparty, livemode and current: type and counterparty are there to be read, and current is what the wallet has now.",
        "L'id du portefeuille finit par son actif : l'empreinte le couvre donc aussi. amount est available_change et locked_change ensemble, balance est available et locked. entry_hash couvre toute l'écriture, avec ce qui en est à autrui et n'est pas montré. Aucune empreinte ne couvre type, counterparty, livemode et current : type et counterparty sont là pour être lus, et current est ce que le portefeuille a maintenant.",
      ),
      text(
        "Events. What happened to you in the last 30 days, newest first, whether or not a webhook was told of it. type, object_id, created_after and created_before filter; with filters a page may be short, and even empty, with a next one. Put an object's events in order by their sequence.",
        "Événements. Ce qui vous est arrivé ces 30 derniers jours, du plus récent au plus ancien, qu'un webhook l'ait appris ou non. type, object_id, created_after et created_before filtrent ; avec des filtres une page peut être courte, et même vide, et avoir une suite. Mettez les événements d'un objet en ordre par leur sequence.",
      ),
      `for await (const event of svc.list("/v2/events", { type: "transfer.created" }))
  console.log(event.id, event.type, event.sequence, event.data);`,
    ],
  },
};
