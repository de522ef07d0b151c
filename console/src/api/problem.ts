import { type Text, text } from "../../../core/kernel/texts/index.ts";

/** The errors of all families of the API in one shape (contract/envelopes.ts states each family's). */

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** An error to show to the user. `message` is the server's sentence in the user's language. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  /** The stable code. Empty if the family has none. */
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  readonly details: Readonly<Record<string, unknown>>;
  /** The id under which support finds the request. */
  readonly requestId: string | undefined;

  constructor(message: string, rest: Partial<Omit<Problem, "message" | "name">> = {}) {
    super(message);
    this.status = rest.status ?? 0;
    this.code = rest.code ?? "";
    this.fields = rest.fields ?? [];
    this.details = rest.details ?? {};
    this.requestId = rest.requestId;
  }
}

/** The server did not answer. Whether it executed the request is unknown, so a write is repeated under its key. */
export const OFFLINE = text(
  "The connection is lost. Check your network; nothing is sent twice when you try again.",
  "La connexion est perdue. Vérifiez votre réseau ; rien n'est envoyé deux fois si vous réessayez.",
);

const UNKNOWN: Text = text(
  "Something went wrong on our side. Try again in a moment.",
  "Une erreur est survenue de notre côté. Réessayez dans un instant.",
);

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const stringOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const fieldsOf = (value: unknown): readonly FieldProblem[] =>
  Array.isArray(value) ? value.filter((one): one is FieldProblem => isJson(one) && "field" in one) : [];

/** Returns the details: those of mobile and DeFi are an object, those of web beside the code, those of payments a list of fields. */
function detailsOf(inner: Json): Json {
  if (isJson(inner["details"])) return inner["details"];
  const proof = fieldsOf(inner["details"]).find(({ field }) => field === "proof");
  return proof ? { ...inner, methods: proof.message.split(", ") } : inner;
}

/** Reads the error of a response, whichever family sent it. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { status, headers } = response;
  const requestId = headers.get("x-request-id") ?? undefined;
  if (!isJson(body)) return new Problem(UNKNOWN.in(pageLanguage()), { status, requestId });
  const inner = isJson(body["error"]) ? body["error"] : body;
  // Mobile and, for some codes, auth: `error` is the code, `message` the sentence. Others: `error` is the sentence.
  const message = stringOf(inner["message"]) ?? stringOf(body["error"]) ?? UNKNOWN.in(pageLanguage());
  const code =
    stringOf(inner["code"]) ?? (inner["message"] === undefined ? undefined : stringOf(body["error"]));
  const details = detailsOf(inner);
  const fields = [inner["details"], inner["fields"]].flatMap(fieldsOf);
  return new Problem(message, { status, requestId, code: code ?? "", fields, details });
}

/** The language of the page, for errors outside of components. */
export const pageLanguage = () => (document.documentElement.lang === "fr" ? "fr" : "en");
