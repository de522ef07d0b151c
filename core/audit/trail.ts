import * as z from "zod";
import { hashOf, isChained, START } from "../identity/trail/chain.ts";
import { trailHead, trailLine } from "../identity/trail/entity.ts";
import { ALL, head, type Line, line } from "../identity/trail/schema.ts";
import { plus } from "../kernel/sha256.ts";
import { DAY_MS } from "../kernel/time.ts";
import { type Checker, kindOf, NOWHERE, reading, strict } from "./kinds.ts";
import { OpenSums, problemUnless } from "./texts.ts";

const lineKind = kindOf(trailLine, strict(line.extend({ list: z.string() })), {
  keyOf: (one) => (one.list === ALL || one.list === one.to ? trailLine.key(one) : NOWHERE),
  fromKey: ["list"],
});
const headKind = kindOf(trailHead, strict(head));

/** How long functions of the version without hashes may run beside the first ones that chain lines: a release and its rollback. */
const RELEASE_MS = DAY_MS;

/**
 * Each line of the audit trail has the hash of its content and of its author's previous line, each author's chain ends at the
 * stored end, and each line of a user's list is the same in the list of all actions. Lines of versions without hashes are
 * accepted only from before the first chained line.
 */
export function trail(): Checker {
  const problems: string[] = [];
  /** A joint is the end of one line and the start of the next one. A sound chain leaves none open, so it requires no memory. */
  const ends = new Set<string>();
  const starts = new Set<string>();
  const join = (
    own: Set<string>,
    other: Set<string>,
    ...joint: readonly [by: string, seq: bigint, hash: string]
  ) => {
    const name = JSON.stringify([joint[0], joint[1].toString(), joint[2]]);
    if (!other.delete(name)) own.add(name);
  };
  const copies = new OpenSums({ difference: 0n });
  let firstChainedAt: string | undefined;
  let lastUnchained: Line | undefined;

  function addLine(one: Line & { readonly list: string }): void {
    const { deedId, by, to, at, seq, list } = one;
    const { previousHash = "", hash = "" } = one;
    const fingerprint = plus(0n, [hashOf({ ...one, seq: seq ?? 0n, previousHash }), hash]);
    if (to !== undefined) copies.add(to, { difference: list === ALL ? fingerprint : -fingerprint });
    if (list !== ALL) return;
    if (!isChained(one)) {
      if (seq !== undefined || one.hash !== undefined || one.previousHash !== undefined)
        problems.push(`the trail's line ${deedId} has only a part of its position in the chain of ${by}`);
      if (lastUnchained === undefined || at > lastUnchained.at) lastUnchained = one;
      return;
    }
    if (firstChainedAt === undefined || at < firstChainedAt) firstChainedAt = at;
    const correct = hashOf(one);
    problems.push(
      ...problemUnless(
        correct === hash,
        () => `the trail's line ${deedId} has the hash ${hash}, but its content gives ${correct}`,
      ),
    );
    if (one.seq > 1n || one.previousHash !== START) join(starts, ends, by, one.seq - 1n, one.previousHash);
    join(ends, starts, by, one.seq, one.hash);
  }

  return {
    reads: [
      reading(lineKind, addLine),
      reading(headKind, ({ by, seq, hash }) => join(starts, ends, by, seq, hash)),
    ],
    compare() {
      const broken = [...new Set([...ends, ...starts])].map((joint) => JSON.parse(joint) as [string, string]);
      const byAuthor = Map.groupBy(broken, ([by]) => by);
      const latestMs =
        firstChainedAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(firstChainedAt) + RELEASE_MS;
      const unchained = lastUnchained && Date.parse(lastUnchained.at) > latestMs ? lastUnchained : undefined;
      return [
        ...problems,
        ...[...byAuthor].map(
          ([by, joints]) =>
            `the trail's chain of ${by} is broken after line ${joints.map(([, seq]) => BigInt(seq)).reduce((least, seq) => (seq < least ? seq : least))}`,
        ),
        ...[...copies].map(([to]) => `the trail's list of ${to} differs from the list of all actions`),
        ...(unchained
          ? [
              `the trail's line ${unchained.deedId} of ${unchained.at} has no hash, but lines are hashed since ${firstChainedAt}`,
            ]
          : []),
      ];
    },
  };
}
