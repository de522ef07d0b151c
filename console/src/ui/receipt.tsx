import clsx from "clsx";
import { CircleCheck, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "./surface.tsx";

/** What was done, with the facts to keep. */

interface ReceiptProps {
  readonly isPending?: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

export function Receipt({ isPending = false, title, children, actions }: ReceiptProps) {
  return (
    <Card className="max-w-xl">
      <ReceiptHead isPending={isPending} title={title} />
      <div className="mt-5 flex flex-col gap-5">
        {children}
        <div className="flex flex-col gap-2 sm:flex-row sm:justify-center">{actions}</div>
      </div>
    </Card>
  );
}

/** The sign and the sentence of a receipt, which screen readers announce. */
export function ReceiptHead({ isPending = false, title }: Pick<ReceiptProps, "isPending" | "title">) {
  const Icon = isPending ? Clock : CircleCheck;
  return (
    <div role="status" className="flex flex-col items-center gap-3 pt-2 text-center">
      <span
        aria-hidden
        className={clsx(
          "grid size-14 place-items-center rounded-full",
          isPending ? "bg-warn-soft text-warn" : "bg-good-soft text-good",
        )}
      >
        <Icon className="size-7" />
      </span>
      <p className="text-lg font-semibold">{title}</p>
    </div>
  );
}
