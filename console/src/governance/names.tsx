import { type Text, text, useSay } from "../language.tsx";
import { CopyButton } from "../ui/list.tsx";
import { Badge, type BadgeTone } from "../ui/surface.tsx";
import type { Status, Summary, VoteType } from "./queries.ts";

/** The words of governance. */

export const statusNames: Readonly<Record<Status, readonly [Text, BadgeTone]>> = {
  pending: [text("Upcoming", "À venir"), "info"],
  active: [text("Voting open", "Vote ouvert"), "good"],
  succeeded: [text("Passed", "Adoptée"), "good"],
  queued: [text("Passed, waiting", "Adoptée, en attente"), "warn"],
  executed: [text("Executed", "Exécutée"), "good"],
  defeated: [text("Defeated", "Rejetée"), "bad"],
  cancelled: [text("Cancelled", "Annulée"), "plain"],
};

export const categoryNames: Readonly<Record<Summary["category"], Text>> = {
  protocol: text("Protocol", "Protocole"),
  treasury: text("Treasury", "Trésorerie"),
  ecosystem: text("Ecosystem", "Écosystème"),
  emergency: text("Emergency", "Urgence"),
};

export const voteNames: Readonly<Record<VoteType, readonly [Text, BadgeTone]>> = {
  for: [text("For", "Pour"), "good"],
  against: [text("Against", "Contre"), "bad"],
  abstain: [text("Abstain", "Abstention"), "plain"],
};

export function StatusBadge({ status }: { readonly status: Status }) {
  const say = useSay();
  const [name, tone] = statusNames[status];
  return <Badge tone={tone}>{say(name)}</Badge>;
}

export function VoteBadge({ voteType }: { readonly voteType: VoteType }) {
  const say = useSay();
  const [name, tone] = voteNames[voteType];
  return <Badge tone={tone}>{say(name)}</Badge>;
}

const isSame = (one: string, other: string | null | undefined): boolean =>
  one.toLowerCase() === other?.toLowerCase();

export { isSame as isSameAddress };

interface AddressProps {
  readonly address: string;
  /** The user's own address. */
  readonly own?: string | undefined;
  readonly canCopy?: boolean;
}

/** An account's address, shortened; "You" for the user's own. */
export function Address({ address, own, canCopy = false }: AddressProps) {
  const say = useSay();
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`;
  return (
    <span className="inline-flex items-center gap-1">
      {own !== undefined && isSame(address, own) ? (
        <span title={address}>{say(text("You", "Vous"))}</span>
      ) : (
        <span title={address} className="font-mono text-[0.8125rem]">
          {short}
        </span>
      )}
      {canCopy && <CopyButton value={address} label={say(text("Address", "Adresse"))} iconOnly />}
    </span>
  );
}
