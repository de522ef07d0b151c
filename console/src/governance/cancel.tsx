import { client, dataOf } from "../api/client.ts";
import { useReview } from "../api/review.ts";
import { text, useSay } from "../language.tsx";
import { fact } from "../ui/list.tsx";
import { Time } from "../ui/money.tsx";
import { ReviewDialog } from "../ui/review.tsx";
import type { Proposal } from "./queries.ts";

/** Cancels the user's own proposal. */

const PATH = "/api/defi/governance/proposals/{id}/cancel" as const;

interface CancelDialogProps {
  readonly proposal: Proposal;
  readonly onClose: () => void;
}

export function CancelDialog({ proposal: { id, title }, onClose }: CancelDialogProps) {
  const say = useSay();
  const flow = useReview(
    {
      flow: `cancel-proposal.${id}`,
      run: (_body: Record<string, never>, headers) =>
        dataOf(client.POST(PATH, { params: { path: { id } }, headers })),
      changes: [["governance"]],
    },
    {},
  );
  return (
    <ReviewDialog
      flow={flow}
      onClose={onClose}
      title={say(text("Cancel the proposal", "Annuler la proposition"))}
      kind="danger"
      review={() => ({
        facts: [fact(say(text("Proposal", "Proposition")), title)],
        note: (
          <p className="text-sm text-soft">
            {say(
              text(
                "Voting stops, and nothing of it is executed. This cannot be undone.",
                "Le vote s'arrête et rien n'est exécuté. C'est irréversible.",
              ),
            )}
          </p>
        ),
      })}
      action={() => say(text("Cancel it for good", "Annuler définitivement"))}
      call={() => ({ method: "POST", path: PATH.replace("{id}", id) })}
      receipt={({ cancelledAt }) => ({
        title: say(text("The proposal is cancelled", "La proposition est annulée")),
        facts: [fact(say(text("Date", "Date")), <Time iso={cancelledAt} />)],
      })}
    />
  );
}
