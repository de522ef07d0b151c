import { text, useLanguage } from "../language.tsx";

/** Prices, and figures that are shown in short. */

const localeOf = (language: string): string => (language === "fr" ? "fr-FR" : "en-GB");

/** Formats a price in US dollars with the digits that matter at its size. */
export function formatPrice(usd: number, language: string): string {
  const digits = usd >= 100 ? 2 : usd >= 1 ? 4 : 6;
  return new Intl.NumberFormat(localeOf(language), {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits >= 4 && usd >= 1 ? 4 : 2,
    maximumFractionDigits: digits,
  }).format(usd);
}

export function Price({ usd }: { readonly usd: number }) {
  const { language } = useLanguage();
  return <span className="figure">{formatPrice(usd, language)}</span>;
}

/** Formats a large figure in short, such as 4.1M. */
export function formatShort(value: number, language: string, currency?: string): string {
  return new Intl.NumberFormat(localeOf(language), {
    notation: "compact",
    maximumSignificantDigits: 3,
    ...(currency && { style: "currency", currency, currencyDisplay: "narrowSymbol" }),
  }).format(value);
}

interface ShortProps {
  readonly value: number | string;
  /** A currency, or the symbol of an asset that stands behind the figure. */
  readonly currency?: string;
  readonly asset?: string;
}

/** A large figure in short, with its full value in the title. */
export function Short({ value, currency, asset }: ShortProps) {
  const { language } = useLanguage();
  const full = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 18 }).format(
    value as number,
  );
  return (
    <span className="figure" title={`${full} ${currency ?? asset ?? ""}`.trim()}>
      {formatShort(Number(value), language, currency)}
      {asset && ` ${asset}`}
    </span>
  );
}

const SHARES = text("shares", "parts");
const SHARE_DIGITS = 4;

/** A number of shares of a pool, with all digits in the title. */
export function Shares({ value }: { readonly value: string }) {
  const { say, language } = useLanguage();
  const format = (digits: number) =>
    new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: digits }).format(value as never);
  return (
    <span className="figure" title={format(18)}>
      {format(SHARE_DIGITS)} {say(SHARES)}
    </span>
  );
}

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Formats a moment by its distance from now: "in 4 days". */
export function formatDistance(iso: string, language: string): string {
  const seconds = (Date.parse(iso) - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: "auto" });
  const [unit, size] = units.find(([, one]) => Math.abs(seconds) >= one) ?? ["minute", 60];
  return format.format(Math.round(seconds / size), unit);
}

interface StatProps {
  readonly name: string;
  readonly children: React.ReactNode;
}

/** A figure under its name. Several stand in a `Stats`. */
export const Stat = ({ name, children }: StatProps) => (
  <div className="min-w-0">
    <dt className="text-sm text-soft">{name}</dt>
    <dd className="mt-0.5 truncate text-base font-semibold">{children}</dd>
  </div>
);

export const Stats = ({ children }: { readonly children: React.ReactNode }) => (
  <dl className="flex flex-wrap gap-x-10 gap-y-4">{children}</dl>
);
