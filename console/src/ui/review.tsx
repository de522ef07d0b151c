import { type ReactNode, useEffect, useRef } from "react";
import type { Review } from "../api/review.ts";
import { text, useSay } from "../language.tsx";
import { Button, type ButtonLook } from "./button.tsx";
import { ApiCall, Definitions, Failure } from "./list.tsx";
import { Dialog } from "./overlay.tsx";
import { ReceiptHead } from "./receipt.tsx";

/** A dialog for a write: its form, then its review, then its receipt. */

type Facts = Parameters<typeof Definitions>[0]["items"];

interface Shown {
  readonly facts: Facts;
  /** What else the user must know, such as a penalty. */
  readonly note?: ReactNode;
}

interface ReviewDialogProps<Body, Result> {
  readonly flow: Review<Body, Result>;
  readonly onClose: () => void;
  readonly title: string;
  readonly lead?: ReactNode;
  /** Left out if there is nothing to enter. */
  readonly form?: ReactNode;
  readonly review: (body: Body) => Shown;
  /** What the confirming button does: "Stake 100 YANI". */
  readonly action: (body: Body) => string;
  readonly kind?: ButtonLook["kind"];
  readonly call: (body: Body) => Parameters<typeof ApiCall>[0];
  readonly receipt: (result: Result) => Shown & { readonly title: string; readonly actions?: ReactNode };
}

export function ReviewDialog<Body, Result>(props: ReviewDialogProps<Body, Result>) {
  const { flow, onClose, title, lead, form } = props;
  const { body, result } = flow;
  const close = () => {
    flow.leave();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      lead={body === null && result === undefined ? lead : undefined}
    >
      {result !== undefined ? (
        <Done {...props} result={result} onClose={close} />
      ) : body !== null ? (
        <Check {...props} body={body} onBack={form === undefined ? close : flow.back} />
      ) : (
        form
      )}
    </Dialog>
  );
}

function Check<Body, Result>({
  flow,
  body,
  review,
  action,
  kind,
  call,
  onBack,
}: ReviewDialogProps<Body, Result> & { readonly body: Body; readonly onBack: () => void }) {
  const say = useSay();
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus(), []);
  const { facts, note } = review(body);
  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <Definitions items={facts} />
      {note}
      <Failure problem={flow.problem} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button kind="secondary" onClick={onBack} disabled={flow.isBusy}>
          {say(text("Back", "Retour"))}
        </Button>
        <Button kind={kind} busy={flow.isBusy} onClick={flow.confirm}>
          {action(body)}
        </Button>
      </div>
      <ApiCall {...call(body)} />
    </div>
  );
}

function Done<Body, Result>({
  result,
  receipt,
  onClose,
}: ReviewDialogProps<Body, Result> & { readonly result: Result }) {
  const say = useSay();
  const { title, facts, note, actions } = receipt(result);
  return (
    <div className="flex flex-col gap-5">
      <ReceiptHead title={title} />
      <Definitions items={facts} />
      {note}
      <div className="flex flex-col gap-2 sm:flex-row sm:justify-center">
        {actions}
        <Button kind={actions ? "secondary" : "primary"} onClick={onClose}>
          {say(text("Done", "Terminé"))}
        </Button>
      </div>
    </div>
  );
}
