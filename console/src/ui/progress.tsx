import { Progress as Base } from "@base-ui/react/progress";

interface ProgressProps {
  readonly value: number;
  readonly of: number;
  /** What progresses, for screen readers. */
  readonly label: string;
}

/** A bar that shows how much of something is reached. */
export const Progress = ({ value, of, label }: ProgressProps) => (
  <Base.Root value={Math.min(value, of)} max={Math.max(of, 1)} aria-label={label}>
    <Base.Track className="block h-2 overflow-hidden rounded-full bg-sunken">
      <Base.Indicator className="block h-full rounded-full bg-accent transition-all" />
    </Base.Track>
  </Base.Root>
);
