import { useEffect, useState } from "react";
import { useDraft } from "./idempotency.ts";
import type { Problem } from "./problem.ts";
import { useWrite, type Write, wasRefused } from "./queries.ts";

/** A write in three steps: its form, its review, what was done. */

export interface Review<Body, Result> {
  /** The request under review. It survives a reload, so that a second attempt repeats it unchanged. */
  readonly body: Body | null;
  readonly result: Result | undefined;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly review: (body: Body) => void;
  readonly confirm: () => void;
  /** Returns to the form. */
  readonly back: () => void;
  /** Forgets what was reviewed, unless it was sent and its outcome is unknown. */
  readonly leave: () => void;
}

/** @param only the request of a write without a form */
export function useReview<Body, Result>(write: Write<Body, Result>, only?: Body): Review<Body, Result> {
  const [drafted, setBody, clear] = useDraft<Body | null>(`review.${write.flow}`, null);
  const body = drafted ?? only ?? null;
  const [result, setResult] = useState<Result>();
  const { mutate, reset, isPending, error } = useWrite<Body, Result>({
    ...write,
    onDone: (done, sent) => {
      clear();
      setResult(done);
      write.onDone?.(done, sent);
    },
  });
  return {
    body,
    result,
    problem: error,
    isBusy: isPending,
    review: (next) => {
      reset();
      setBody(next);
    },
    confirm: () => {
      if (body !== null && !isPending) mutate(body);
    },
    back: () => {
      reset();
      clear();
    },
    leave: () => {
      const isUnknown = isPending || (error !== null && !wasRefused(error));
      if (!isUnknown) clear();
    },
  };
}

/**
 * Returns what a dialog is about as it was when the dialog opened, because the write may remove it from its list before the
 * receipt is read. @param id undefined while no dialog is open
 */
export function useSubject<T>(id: string | undefined, found: T | undefined): T | undefined {
  const [kept, setKept] = useState<{ readonly id: string; readonly subject: T }>();
  const isKept = id !== undefined && kept?.id === id;
  useEffect(() => {
    if (id === undefined) setKept(undefined);
    else if (found !== undefined && !isKept) setKept({ id, subject: found });
  }, [id, found, isKept]);
  if (id === undefined) return undefined;
  return isKept ? kept.subject : found;
}
