import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { RequestHandler } from "../client.ts";

/** SNS's protocol (AWS Query), as far as `push.ts` and `sms.ts` need it. */

/** An error of SNS. */
export class SnsError extends Error {
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

const failed = ({ status, code, message }: SnsError) =>
  answer(
    status,
    `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  );

/** Executes an action with the parameters of its call, and returns its result. @throws SnsError */
export type Actions = Readonly<Record<string, (given: URLSearchParams) => Readonly<Record<string, string>>>>;

/** Handles the requests of SNS's client with these actions. */
export const snsHandler = (actions: Actions): RequestHandler => ({
  async handle(request: { readonly body?: unknown }) {
    const given = new URLSearchParams(String(request.body ?? ""));
    const action = given.get("Action") ?? "";
    try {
      const act = actions[action];
      if (!act) throw new SnsError(400, "InvalidAction", `${action} is not served here`);
      return done(action, act(given));
    } catch (error) {
      if (error instanceof SnsError) return failed(error);
      throw error;
    }
  },
});
