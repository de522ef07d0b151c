import clsx from "clsx";
import type { Schemas } from "../api/client.ts";
import { type Text, text, useLanguage } from "../language.tsx";
import { Definitions, fact } from "../ui/list.tsx";
import { Amount } from "../ui/money.tsx";
import { Badge, Card } from "../ui/surface.tsx";

/** The limits of every level, and what is left at the user's. */

type Level = Schemas["KycLevelLimits"];

interface Limits {
  readonly left: Readonly<Record<"in" | "out", { readonly day: number; readonly month: number }>>;
}

const needs: readonly Text[] = [
  text("Without documents", "Sans document"),
  text("Identity document and photo", "Pièce d'identité et photo"),
  text("Also a proof of address", "Aussi un justificatif de domicile"),
];

interface LevelsProps {
  readonly levels: readonly Level[];
  readonly current: number;
}

/** Formats whole euros without cents, as limits are set. */
const useEuros = () => {
  const { language } = useLanguage();
  return (value: number) =>
    new Intl.NumberFormat(language === "fr" ? "fr-FR" : "en-GB", {
      style: "currency",
      currency: "EUR",
      maximumFractionDigits: Number.isInteger(value) ? 0 : 2,
    }).format(value);
};

export function Levels({ levels, current }: LevelsProps) {
  const { say } = useLanguage();
  const euros = useEuros();
  if (levels.length === 0) return null;
  const own = levels.findLast(({ level }) => level <= current)?.level;
  return (
    <Card title={say(text("Limits by level", "Plafonds par niveau"))}>
      <ul className="flex flex-col gap-3">
        {levels.map(({ level, perOperation, perDay, perMonth }) => (
          <li
            key={level}
            className={clsx("rounded-md border p-4", level === own && "border-accent bg-accent-soft")}
          >
            <p className="flex flex-wrap items-center gap-2 text-sm font-semibold">
              {say(text(`Level ${level}`, `Niveau ${level}`))}
              {level === own && <Badge tone="info">{say(text("Yours", "Le vôtre"))}</Badge>}
            </p>
            {needs[level] && <p className="text-sm text-soft">{say(needs[level])}</p>}
            <dl className="mt-3 grid grid-cols-3 gap-2 text-sm">
              {[
                [text("Each", "Par opération"), perOperation] as const,
                [text("24 hours", "24 heures"), perDay] as const,
                [text("30 days", "30 jours"), perMonth] as const,
              ].map(([name, value]) => (
                <div key={name.en}>
                  <dt className="text-xs text-soft">{say(name)}</dt>
                  <dd className="figure font-medium">{euros(value)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function Left({ limits: { left } }: { readonly limits: Limits }) {
  const { say } = useLanguage();
  return (
    <Card title={say(text("Left for you", "Ce qu'il vous reste"))}>
      <Definitions
        items={[
          fact(say(text("Send, 24 hours", "Envoi, 24 heures")), <Amount value={left.out.day} asset="EUR" />),
          fact(say(text("Send, 30 days", "Envoi, 30 jours")), <Amount value={left.out.month} asset="EUR" />),
          fact(
            say(text("Add by card, 24 hours", "Ajout par carte, 24 heures")),
            <Amount value={left.in.day} asset="EUR" />,
          ),
          fact(
            say(text("Add by card, 30 days", "Ajout par carte, 30 jours")),
            <Amount value={left.in.month} asset="EUR" />,
          ),
        ]}
      />
    </Card>
  );
}
