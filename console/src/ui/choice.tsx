import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { text, useSay } from "../language.tsx";
import { Button, type ButtonLook } from "./button.tsx";
import { Failure } from "./list.tsx";
import { Dialog } from "./overlay.tsx";

/** Choices: one of a few, and yes or no. */

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** One of a few choices, all of them visible. The arrow keys move between them. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-md bg-sunken p-1">
        {options.map((one) => (
          <label
            key={one.value}
            className={clsx(
              "relative grid min-h-9 grow cursor-pointer place-items-center rounded-sm px-3 text-center text-sm font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent",
              one.value === value ? "bg-surface text-ink shadow-sm" : "text-soft hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={name}
              value={one.value}
              checked={one.value === value}
              onChange={() => onChange(one.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
            />
            {one.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ConfirmProps extends Pick<ButtonLook, "kind"> {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What happens. */
  readonly children: ReactNode;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly busy: boolean;
  readonly problem: Error | null;
}

/** Asks before something that cannot be undone. */
export function Confirm({
  open,
  onClose,
  title,
  children,
  action,
  kind = "primary",
  onConfirm,
  busy,
  problem,
}: ConfirmProps) {
  const say = useSay();
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="flex flex-col gap-5">
        <Failure problem={problem} />
        <div className="text-sm text-soft">{children}</div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button kind="secondary" onClick={onClose}>
            {say(text("Back", "Retour"))}
          </Button>
          <Button kind={kind} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
