import { text } from "../../../../core/kernel/texts/index.ts";
import type { Guide } from "./calling.ts";

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
