import type { Text } from "../../../kernel/texts/index.ts";

/** A file that is not taken; `text` says which rule it breaks, to be read after the name of its field. */
export class Unfit extends Error {
  override readonly name = "Unfit";
  readonly text: Text;
  constructor(text: Text) {
    super(text.en);
    this.text = text;
  }
}
