import clsx from "clsx";
import { Check } from "lucide-react";
import { type Text, text, useSay } from "../language.tsx";
import { Time } from "../ui/money.tsx";
import { Card } from "../ui/surface.tsx";
import type { Summary } from "./queries.ts";

/** The states of a proposal, past and to come. */

interface Step {
  readonly name: Text;
  readonly at: string;
  readonly isDone: boolean;
  readonly isBad?: boolean;
}

function stepsOf(proposal: Summary): readonly Step[] {
  const { status, createdAt, snapshotTime, startTime, endTime, executableAt, executedAt, cancelledAt } =
    proposal;
  // By the state and not by the browser's clock, which may be wrong.
  const hasStarted = status !== "pending";
  const hasEnded = hasStarted && status !== "active";
  const begun: readonly Step[] = [
    { name: text("Created", "Créée"), at: createdAt, isDone: true },
    { name: text("Votes are counted as of", "Votes comptés au"), at: snapshotTime, isDone: hasStarted },
    { name: text("Voting starts", "Début du vote"), at: startTime, isDone: hasStarted },
    { name: text("Voting ends", "Fin du vote"), at: endTime, isDone: hasEnded },
  ];
  if (cancelledAt !== null) {
    const cancelled = { name: text("Cancelled", "Annulée"), at: cancelledAt, isDone: true, isBad: true };
    return [...begun.filter(({ at }) => Date.parse(at) <= Date.parse(cancelledAt)), cancelled];
  }
  if (status === "defeated")
    return [...begun, { name: text("Defeated", "Rejetée"), at: endTime, isDone: true, isBad: true }];
  const executed: Step =
    executedAt === null
      ? { name: text("Can be executed from", "Exécutable à partir du"), at: executableAt, isDone: false }
      : { name: text("Executed", "Exécutée"), at: executedAt, isDone: true };
  return [...begun, executed];
}

export function Timeline(proposal: Summary) {
  const say = useSay();
  return (
    <Card title={say(text("Timeline", "Calendrier"))}>
      <ol className="flex flex-col">
        {stepsOf(proposal).map(({ name, at, isDone, isBad }, index, all) => (
          <li key={name.en} className="relative flex gap-3 pb-5 last:pb-0">
            {index < all.length - 1 && (
              <span aria-hidden className="absolute top-6 bottom-0 left-2.75 w-px bg-line" />
            )}
            <span
              aria-hidden
              className={clsx(
                "grid size-6 shrink-0 place-items-center rounded-full border",
                isBad
                  ? "border-bad bg-bad-soft text-bad"
                  : isDone
                    ? "border-good bg-good-soft text-good"
                    : "border-edge bg-surface",
              )}
            >
              {isDone && <Check className="size-3.5" />}
            </span>
            <div className="min-w-0 text-sm">
              <p className={isDone ? "font-medium" : "text-soft"}>{say(name)}</p>
              <p className="text-soft">
                <Time iso={at} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      {proposal.cancelReason !== null && <p className="mt-3 text-sm text-soft">{proposal.cancelReason}</p>}
    </Card>
  );
}
