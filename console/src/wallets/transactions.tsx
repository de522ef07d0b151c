import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Download, ListFilter, SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { accountsQuery } from "../api/queries.ts";
import { type Text, text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Input, Select } from "../ui/field.tsx";
import { ApiCall } from "../ui/list.tsx";
import { Card, Empty, Page } from "../ui/surface.tsx";
import { TransactionDrawer } from "./detail.tsx";
import { ExportDialog } from "./export.tsx";
import { History } from "./history.tsx";
import { statusNames, typeNames } from "./movements.tsx";
import type { Filters } from "./queries.ts";

/** All transactions, with search and filters that the address keeps. */

const route = getRouteApi("/wallets/transactions");
type Search = ReturnType<typeof route.useSearch>;

const PAGE = 30;

/** Returns the value if it is one of the known. */
const known = <T extends string>(
  names: Readonly<Record<T, unknown>>,
  value: string | undefined,
): T | undefined => (value !== undefined && Object.hasOwn(names, value) ? (value as T) : undefined);

const directions: Readonly<Record<"in" | "out", Text>> = {
  in: text("Money in", "Entrées"),
  out: text("Money out", "Sorties"),
};

/** Days are those of the browser; the API wants moments. */
function filtersOf({ q, type, status, direction, currency, from, to }: Search): Filters {
  const moment = (day: string | undefined, time: string) => {
    const date = new Date(`${day}T${time}`);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  };
  return JSON.parse(
    JSON.stringify({
      q: q || undefined,
      type: known(typeNames, type),
      status: known(statusNames, status),
      direction: known(directions, direction),
      currency,
      from: moment(from, "00:00:00"),
      to: moment(to, "23:59:59.999"),
      limit: PAGE,
    }),
  ) as Filters;
}

export default function Transactions() {
  const say = useSay();
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/wallets/transactions" });
  const [isExporting, setExporting] = useState(false);
  const { id, ...filters } = search;
  const isFiltered = Object.values(filters).some(Boolean);
  const clear = () => navigate({ search: {}, replace: true });
  const asked = filtersOf(search);
  return (
    <Page
      title={say(text("Transactions", "Opérations"))}
      actions={
        <Button kind="secondary" onClick={() => setExporting(true)}>
          <Download className="size-4" aria-hidden />
          {say(text("Export", "Exporter"))}
        </Button>
      }
    >
      <FilterBar search={search} isFiltered={isFiltered} onClear={clear} />
      <Card
        flush
        className="[&_section:first-child>h2]:-mt-2 [&_section:first-child>h2]:rounded-t-lg [&_section:first-child>h2]:border-t-0"
      >
        <History
          filters={asked}
          level={2}
          toDetail={(one) => ({
            to: "/wallets/transactions",
            search: (before: Search) => ({ ...before, id: one }),
          })}
          empty={
            <Empty
              icon={SearchX}
              title={
                isFiltered
                  ? say(text("No transaction matches", "Aucune opération ne correspond"))
                  : say(text("No transaction yet", "Aucune opération"))
              }
              action={
                isFiltered && (
                  <Button kind="secondary" onClick={clear}>
                    {say(text("Clear the filters", "Effacer les filtres"))}
                  </Button>
                )
              }
            />
          }
        />
      </Card>
      <ApiCall
        method="GET"
        path={`/api/v1/mobile/wallet/transactions?${new URLSearchParams(asked as Record<string, string>)}`}
      />
      <TransactionDrawer
        id={id}
        onClose={() => navigate({ search: ({ id: _closed, ...rest }) => rest, replace: true })}
      />
      <ExportDialog
        open={isExporting}
        onClose={() => setExporting(false)}
        wallet={search.currency}
        from={search.from}
        to={search.to}
      />
    </Page>
  );
}

interface FilterProps {
  readonly search: Search;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function FilterBar({ search, isFiltered, onClear }: FilterProps) {
  const say = useSay();
  const navigate = useNavigate({ from: "/wallets/transactions" });
  const { data: accounts = [] } = useQuery(accountsQuery);
  const [isOpen, setOpen] = useState(isFiltered);
  const change = (next: Partial<Search>) =>
    navigate({ search: (before) => withoutEmpty({ ...before, ...next }), replace: true });
  const all = { value: "", label: say(text("All", "Tous")) };
  const named = <T extends string>(names: Readonly<Record<T, Text>>) => [
    all,
    ...Object.entries<Text>(names).map(([value, name]) => ({ value, label: say(name) })),
  ];
  const statuses = Object.entries(statusNames).map(([value, [name]]) => ({ value, label: say(name) }));
  const at = (field: keyof Search) => ({
    value: search[field] ?? "",
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      change({ [field]: target.value }),
  });
  return (
    <search className="flex flex-col gap-3">
      <div className="flex items-end gap-2">
        <div className="grow">
          <SearchField value={search.q ?? ""} onChange={(q) => change({ q })} />
        </div>
        <Button kind="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <ListFilter className="size-4" aria-hidden />
          {say(text("Filters", "Filtres"))}
        </Button>
      </div>
      {isOpen && (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
          <Select label={say(text("Type", "Type"))} options={named(typeNames)} {...at("type")} />
          <Select label={say(text("Status", "État"))} options={[all, ...statuses]} {...at("status")} />
          <Select label={say(text("Direction", "Sens"))} options={named(directions)} {...at("direction")} />
          <Select
            label={say(text("Wallet", "Portefeuille"))}
            options={[all, ...accounts.map(({ currency, name }) => ({ value: currency, label: name }))]}
            {...at("currency")}
          />
          <Input label={say(text("From", "Du"))} type="date" {...at("from")} />
          <Input label={say(text("To", "Au"))} type="date" {...at("to")} />
          {isFiltered && (
            <Button kind="quiet" size="sm" className="col-span-full justify-self-start" onClick={onClear}>
              {say(text("Clear the filters", "Effacer les filtres"))}
            </Button>
          )}
        </div>
      )}
    </search>
  );
}

const withoutEmpty = (search: Partial<Search>): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value));

const TYPING_MS = 300;

/** Typing changes the address after a pause, so that each letter is not a request. */
function SearchField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (q: string) => void;
}) {
  const say = useSay();
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  // The address was changed by a link or the back button.
  if (value !== sent) {
    setSent(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(typed);
      onChange(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, onChange]);
  return (
    <Input
      label={say(text("Search", "Rechercher"))}
      type="search"
      placeholder={say(text("Name or message", "Nom ou message"))}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
