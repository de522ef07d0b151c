import clsx from "clsx";

/** A bar of parts of a whole, such as the votes on a proposal or the time of a lock. */

const fills = {
  good: "fill-good",
  bad: "fill-bad",
  warn: "fill-warn",
  accent: "fill-accent",
  soft: "fill-edge",
} as const;

interface MeterProps {
  /** What the bar shows, with its figures, for screen readers. */
  readonly label: string;
  readonly parts: readonly { readonly value: number; readonly tone: keyof typeof fills }[];
  readonly total: number;
  /** A value that matters, such as a quorum. */
  readonly mark?: number | undefined;
  readonly className?: string;
}

const WHOLE = 100;
const MARK_WIDTH = 0.5;

export function Meter({ label, parts, total, mark, className }: MeterProps) {
  const widthOf = (value: number) => (total > 0 ? Math.min(WHOLE, (value / total) * WHOLE) : 0);
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, { value }) => sum + widthOf(value), 0));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WHOLE} 8`}
      preserveAspectRatio="none"
      className={clsx("h-2 w-full rounded-full bg-line", className)}
    >
      {parts.map(({ value, tone }, at) => (
        <rect key={tone} x={starts[at]} width={widthOf(value)} height={8} className={fills[tone]} />
      ))}
      {mark !== undefined && (
        <rect
          x={Math.min(WHOLE - MARK_WIDTH, widthOf(mark))}
          width={MARK_WIDTH}
          height={8}
          className="fill-ink"
        />
      )}
    </svg>
  );
}
