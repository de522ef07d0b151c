import { existsSync } from "node:fs";
import { join } from "node:path";
import { readJson, writeJson } from "@svc/local-aws/files";
import * as z from "zod";

/** The form of what is kept in LOCAL_DATA. It goes up with a change after which what was kept before cannot be read. */
const FORM = 4;

/** What was kept was kept in another form. */
export class OtherForm extends Error {
  override readonly name = "OtherForm";
}

const kept = z.object({ form: z.int() });

/**
 * Notes the form of new data, and refuses data of another: they would be read wrongly, wallet by wallet.
 * @throws OtherForm
 */
export function checkForm(data: string): void {
  const path = join(data, "form.json");
  const isNew = !existsSync(join(data, "secrets.json"));
  const { form } = readJson(path, kept) ?? { form: isNew ? FORM : 1 };
  if (form !== FORM)
    throw new OtherForm(
      `${data} was written by another version of svc, in a form that this one does not read`,
    );
  writeJson(path, { form });
}
