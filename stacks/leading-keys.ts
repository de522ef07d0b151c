/**
 * Conditions on the partition keys of a call's items (`dynamodb:LeadingKeys`), of several where it is a batch; a transaction
 * is asked about for each of its items. `ForAllValues` holds of a call that has no such key, too: a walk through the table,
 * which is another action.
 * Sources: Amazon DynamoDB Developer Guide, Using IAM policy conditions for fine-grained access control; AWS IAM User
 * Guide, Multivalued context keys, and Conditions with multiple context keys or values (an operator that negates holds
 * where no value matches).
 */
const LEADING_KEYS = "dynamodb:LeadingKeys";

type Conditions = Record<string, Record<string, string | string[]>>;

const beginning = (beginnings: readonly string[]) => ({
  [LEADING_KEYS]: beginnings.map((one) => `${one}*`),
});

/** None of the items is of a kind that is closed: of several kinds that are open, a batch may have both. */
export const noneOf = (closed: readonly string[]): Conditions =>
  closed.length === 0 ? {} : { "ForAllValues:StringNotLike": beginning(closed) };

/** There are items, and each is of one of these kinds. */
export const onlyOf = (kinds: readonly string[]): Conditions => ({
  "ForAllValues:StringLike": beginning(kinds),
  Null: { [LEADING_KEYS]: "false" },
});
