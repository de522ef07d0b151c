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
