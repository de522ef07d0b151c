import clsx from "clsx";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";

/** Fields of forms: label, hint, and the server's sentence about the field. */

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  /** Beside the label, such as "Use all". */
  readonly aside?: ReactNode;
}

interface Wiring {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
}

function Field({
  label,
  hint,
  problem,
  aside,
  children,
}: FieldProps & { readonly children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = problem ?? hint;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        "aria-invalid": problem ? true : undefined,
        "aria-describedby": note ? noteId : undefined,
      })}
      {note && (
        <p id={noteId} className={clsx("text-sm", problem ? "text-bad" : "text-soft")}>
          {note}
        </p>
      )}
    </div>
  );
}

const control =
  "w-full min-w-0 rounded-md border border-edge bg-surface px-3 text-base text-ink placeholder:text-soft aria-invalid:border-bad sm:text-sm disabled:opacity-60";

type Rest<T> = Omit<T, "id" | "aria-invalid" | "aria-describedby">;

export function Input({
  label,
  hint,
  problem,
  aside,
  suffix,
  className,
  ...rest
}: FieldProps &
  Rest<InputHTMLAttributes<HTMLInputElement>> & {
    readonly suffix?: ReactNode;
    readonly ref?: React.Ref<HTMLInputElement>;
  }) {
  return (
    <Field {...{ label, hint, problem, aside }}>
      {(wiring) => (
        <div className="relative">
          <input {...wiring} {...rest} className={clsx(control, "h-11", suffix && "pr-16", className)} />
          {suffix && (
            <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-sm text-soft">
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

/** A field for an amount of an asset: large, decimal keyboard, comma or point. `onChange` receives the API's decimal. */
export function AmountInput({
  value,
  onValue,
  asset,
  ...rest
}: FieldProps & {
  readonly value: string;
  readonly onValue: (decimal: string) => void;
  readonly asset: string;
  readonly name?: string;
  readonly autoFocus?: boolean;
}) {
  return (
    <Input
      {...rest}
      value={value}
      onChange={({ target }) => onValue(target.value.replace(",", ".").replace(/[^\d.]/g, ""))}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      suffix={asset}
      className="figure h-14 text-lg font-semibold sm:text-lg!"
    />
  );
}

export function TextArea({
  label,
  hint,
  problem,
  aside,
  className,
  ...rest
}: FieldProps & Rest<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field {...{ label, hint, problem, aside }}>
      {(wiring) => <textarea {...wiring} {...rest} className={clsx(control, "min-h-24 py-2.5", className)} />}
    </Field>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

export function Select({
  label,
  hint,
  problem,
  aside,
  options,
  className,
  ...rest
}: FieldProps & Rest<SelectHTMLAttributes<HTMLSelectElement>> & { readonly options: readonly Option[] }) {
  return (
    <Field {...{ label, hint, problem, aside }}>
      {(wiring) => (
        <select {...wiring} {...rest} className={clsx(control, "h-11", className)}>
          {options.map(({ value, label: name, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A setting that is on or off. */
export function Toggle({
  label,
  hint,
  ...rest
}: { readonly label: string; readonly hint?: ReactNode } & Rest<InputHTMLAttributes<HTMLInputElement>>) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4 py-1">
      <div>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-note`} className="text-sm text-soft">
            {hint}
          </p>
        )}
      </div>
      <input
        {...rest}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox states by itself whether it is checked
        role="switch"
        aria-describedby={hint ? `${id}-note` : undefined}
        className="relative h-6 w-11 shrink-0 appearance-none rounded-full border border-edge bg-edge transition-colors after:absolute after:top-px after:left-px after:size-5 after:rounded-full after:bg-white after:transition-transform checked:border-accent checked:bg-accent checked:after:translate-x-5 disabled:opacity-60"
      />
    </div>
  );
}
