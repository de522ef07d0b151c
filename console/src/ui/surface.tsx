import clsx from "clsx";
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

/** What holds content: page headers, cards, alerts, empty states, skeletons, badges. */

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** The queries of the first view: the content is shown once all have answered, so that nothing moves when a later one does. */
  readonly waitsFor?: readonly { readonly isPending: boolean }[];
  readonly children: ReactNode;
}

/** A screen: its heading, actions and content. */
export function Page({ title, lead, actions, waitsFor = [], children }: PageProps) {
  return (
    <div className="flex flex-col gap-6">
      <title>{`${title} · svc`}</title>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-lg font-semibold sm:text-xl sm:tracking-tight">{title}</h1>
          {lead && <p className="mt-1 max-w-2xl text-sm text-soft">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {waitsFor.some(({ isPending }) => isPending) ? <SkeletonRows rows={8} /> : children}
    </div>
  );
}

interface CardProps {
  readonly title?: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
  /** Whether the content reaches the card's edges, as rows do. */
  readonly flush?: boolean;
  readonly children?: ReactNode;
}

export function Card({ title, lead, actions, className, flush = false, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={clsx("min-w-0 rounded-lg border bg-surface", className)}
    >
      {title && (
        <div className="flex flex-wrap items-center justify-between gap-2 px-5 pt-4">
          <div>
            <h2 id={id} className="text-base font-semibold">
              {title}
            </h2>
            {lead && <p className="text-sm text-soft">{lead}</p>}
          </div>
          {actions}
        </div>
      )}
      <div className={flush ? "py-2" : "p-5"}>{children}</div>
    </section>
  );
}

const tones = {
  info: ["bg-accent-soft text-ink", Info, "text-accent"],
  good: ["bg-good-soft text-ink", CircleCheck, "text-good"],
  warn: ["bg-warn-soft text-ink", TriangleAlert, "text-warn"],
  bad: ["bg-bad-soft text-ink", CircleAlert, "text-bad"],
} as const satisfies Record<string, readonly [string, LucideIcon, string]>;
export type Tone = keyof typeof tones;

interface AlertProps {
  readonly tone?: Tone;
  readonly title?: ReactNode;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** A message that stays. Screen readers announce a bad one at once. */
export function Alert({ tone = "info", title, action, children }: AlertProps) {
  const [ground, Icon, ink] = tones[tone];
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={clsx("flex gap-3 rounded-md p-4 text-sm", ground)}
    >
      <Icon className={clsx("mt-0.5 size-4 shrink-0", ink)} aria-hidden />
      <div className="min-w-0 grow">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={title ? "mt-1 text-soft" : undefined}>{children}</div>}
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </div>
  );
}

const badges = {
  plain: "bg-sunken text-soft",
  info: "bg-accent-soft text-accent",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
} as const;
export type BadgeTone = keyof typeof badges;

export const Badge = ({
  tone = "plain",
  children,
}: {
  readonly tone?: BadgeTone;
  readonly children: ReactNode;
}) => (
  <span
    className={clsx("inline-flex items-center rounded-full px-2.5 py-0.5 text-xs font-medium", badges[tone])}
  >
    {children}
  </span>
);

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  /** What to do next. */
  readonly action?: ReactNode;
}

/** What a list shows when it has nothing. */
export const Empty = ({ icon: Icon, title, children, action }: EmptyProps) => (
  <div className="flex flex-col items-center gap-2 px-5 py-10 text-center">
    <span className="grid size-12 place-items-center rounded-full bg-sunken">
      <Icon className="size-6 text-soft" aria-hidden />
    </span>
    <p className="font-semibold">{title}</p>
    {children && <p className="max-w-sm text-sm text-soft">{children}</p>}
    {action && <div className="mt-2">{action}</div>}
  </div>
);

/** A place for content that is on its way, of the content's size so that nothing jumps. */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <div aria-busy className={clsx("animate-pulse rounded-md bg-sunken", className ?? "h-5 w-full")} />
);

export const SkeletonRows = ({ rows = 4 }: { readonly rows?: number }) => (
  <div className="flex flex-col gap-3 px-5 py-3" aria-busy>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
      <Skeleton key={row} className="h-11 w-full" />
    ))}
  </div>
);
