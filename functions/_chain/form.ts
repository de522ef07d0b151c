import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { UploadedFile } from "../../contract/common.ts";
import { MalformedForm } from "../../contract/errors.ts";
import type { RouteSpec } from "../../contract/route.ts";
import { fail } from "../../core/kernel/errors.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { check, FILES_TYPE, wrongType } from "./input.ts";
import type { Handler } from "./outer.ts";
import { bytesOf, checkBytes, mediaType, type Step, stateOf } from "./request.ts";
import { chain, type Rendered, type Run } from "./serve.ts";

/** A route that accepts a form with files (`multipart/form-data`, RFC 7578). */
export type WithForm = RouteSpec & {
  readonly request: { readonly form: NonNullable<NonNullable<RouteSpec["request"]>["form"]> };
  readonly proof?: { readonly notNeeded: string };
};

/** As `serve`, for a route that accepts a form. Separate, so that other functions do not bundle the parser. */
export const serveForm = <const R extends WithForm>(spec: R, run: Run<R, Rendered<R>>): Handler =>
  chain(spec, run, (result) => result, { afterInput: [form(spec)] });

const form = (spec: WithForm): Step => ({
  before: async ({ event }) => {
    if (mediaType(event) !== FILES_TYPE) {
      if (spec.request.body) return;
      throw wrongType(spec, event);
    }
    checkBytes(spec, event);
    stateOf(event).form = check(spec.request.form, await fieldsOf(event), "body", spec.family);
  },
});

/** Limits a form to one file and a few short fields. */
const LIMITS = { files: 1, fields: 10, parts: 11, fieldNameSize: 100, fieldSize: 1000, headerPairs: 20 };

/** Returns the fields of a form by name, with its files as bytes. @throws MALFORMED_FORM, also for a repeated field */
function fieldsOf(event: APIGatewayProxyEventV2): Promise<Readonly<Record<string, unknown>>> {
  const { promise, resolve, reject } = Promise.withResolvers<Readonly<Record<string, unknown>>>();
  const found = new Map<string, unknown>();
  const rejectForm = (cause?: unknown) => reject(fail(MalformedForm, { cause }));
  const add = (name: string, value: unknown) => {
    if (found.has(name)) reject(repeatedField(name));
    found.set(name, value);
  };
  try {
    const parser = new Busboy({ headers: event.headers as BusboyHeaders, limits: LIMITS });
    parser.on("field", add);
    parser.on("file", (name, stream, fileName) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", rejectForm);
      stream.on("end", () => add(name, new UploadedFile(fileName, Buffer.concat(chunks))));
    });
    for (const limit of ["filesLimit", "fieldsLimit", "partsLimit"] as const)
      parser.on(limit, () => reject(tooMany()));
    parser.on("error", rejectForm);
    parser.on("finish", () => resolve(Object.fromEntries(found)));
    parser.end(bytesOf(event));
  } catch (cause) {
    // The content type has no boundary.
    rejectForm(cause);
  }
  return promise;
}

const repeatedField = (name: string): Error =>
  fail(MalformedForm, {
    message: text(
      `The form contains the field ${name.slice(0, 100)} twice. Send it once.`,
      `Le formulaire contient deux fois le champ ${name.slice(0, 100)}. Envoyez-le une seule fois.`,
    ),
  });

const tooMany = (): Error =>
  fail(MalformedForm, {
    message: text(
      `The form can contain at most ${LIMITS.files} file and ${LIMITS.fields} fields.`,
      `Le formulaire peut contenir au plus ${LIMITS.files} fichier et ${LIMITS.fields} champs.`,
    ),
  });
