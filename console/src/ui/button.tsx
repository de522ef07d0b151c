import { Link, type LinkProps } from "@tanstack/react-router";
import clsx from "clsx";
import { LoaderCircle } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode } from "react";

const base =
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium transition-colors disabled:opacity-60 disabled:cursor-not-allowed select-none";
const kinds = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-edge/50 bg-surface text-ink hover:bg-sunken",
  quiet: "text-accent hover:bg-accent-soft",
  danger: "bg-bad-soft text-bad border border-bad/30 hover:border-bad",
} as const;
const sizes = { md: "h-11 px-4 text-sm", sm: "h-9 px-3 text-sm", icon: "size-10" } as const;

export interface ButtonLook {
  readonly kind?: keyof typeof kinds;
  readonly size?: keyof typeof sizes;
}

export const buttonClass = ({ kind = "primary", size = "md" }: ButtonLook, extra?: string): string =>
  clsx(base, kinds[kind], sizes[size], extra);

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook & { readonly busy?: boolean };

/** A button. While `busy` it cannot be pressed again. */
export function Button({
  kind,
  size,
  busy = false,
  className,
  children,
  disabled,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass({ kind, size }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <LoaderCircle className="size-4 animate-spin" aria-hidden />}
      {children}
    </button>
  );
}

/** A link to a screen that looks like a button. */
export function LinkButton({
  kind,
  size,
  className,
  children,
  ...rest
}: LinkProps & ButtonLook & { readonly className?: string; readonly children: ReactNode }) {
  return (
    <Link className={buttonClass({ kind, size }, className)} {...rest}>
      {children}
    </Link>
  );
}
