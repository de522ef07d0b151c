import type { Text } from "../../../../core/kernel/texts/index.ts";

export interface Guide {
  readonly title: Text;
  readonly lead: Text;
  /** Paragraphs, and programs as they are typed. */
  readonly parts: readonly (Text | string)[];
}
