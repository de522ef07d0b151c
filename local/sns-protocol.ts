import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { RequestHandler } from "./faults.ts";

/** SNS as its client speaks to it (AWS's query protocol), as far as this machine's doubles need it. */

/** What SNS says no with. */
export class Refused extends Error {
  readonly code: string;
  readonly status: number;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const answer = (statusCode: number, body: string) => ({
  response: { statusCode, headers: { "content-type": "text/xml" }, body: Readable.from([Buffer.from(body)]) },
});

const NAMESPACE = "http://sns.amazonaws.com/doc/2010-03-31/";

function done(action: string, result: Readonly<Record<string, string>>) {
  const inner = Object.entries(result)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("");
  const metadata = `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`;
  return answer(
    200,
    `<${action}Response xmlns="${NAMESPACE}"><${action}Result>${inner}</${action}Result>${metadata}</${action}Response>`,
  );
}

const failed = ({ status, code, message }: Refused) =>
  answer(
    status,
    `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  );

/** What each action does with the parameters of its call. @throws Refused */
export type Actions = Readonly<Record<string, (given: URLSearchParams) => Readonly<Record<string, string>>>>;

/** Answers the calls of SNS's client by these actions. */
export const snsHandler = (actions: Actions): RequestHandler => ({
  async handle(request: { readonly body?: unknown }) {
    const given = new URLSearchParams(String(request.body ?? ""));
    const action = given.get("Action") ?? "";
    try {
      const act = actions[action];
      if (!act) throw new Refused(400, "InvalidAction", `${action} is not served here`);
      return done(action, act(given));
    } catch (error) {
      if (error instanceof Refused) return failed(error);
      throw error;
    }
  },
});
