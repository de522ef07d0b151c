import { failFields, InvalidRequest, type SvcError } from "./errors.ts";
import { text } from "./texts/index.ts";

/** What a list says to a cursor that no page of it has ended with: INVALID_REQUEST. */
export const wrongCursor = (field = "cursor"): SvcError =>
  failFields(InvalidRequest, [
    {
      field,
      message: text("must be the cursor of a page before", "doit être le curseur d'une page précédente"),
    },
  ]);
