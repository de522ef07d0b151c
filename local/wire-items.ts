/** Items as requests to DynamoDB have them, as far as this runtime looks at them. */

interface Text {
  readonly S?: string;
}
export type Attributes = Readonly<Record<string, Text | undefined>>;

/** What a request says of one item. */
export interface One {
  readonly Item?: Attributes;
  readonly Key?: Attributes;
}
