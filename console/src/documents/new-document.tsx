import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { accountsQuery, useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Input, Select } from "../ui/field.tsx";
import { Failure } from "../ui/list.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { typeNames } from "./queries.ts";

type ReportType = "statement-export" | "portfolio-report" | "tax-report";
const types: readonly ReportType[] = ["statement-export", "portfolio-report", "tax-report"];

interface Order {
  readonly type: ReportType;
  readonly payload: Readonly<Record<string, unknown>>;
}

const iso = (date: Date): string => date.toISOString().slice(0, 10);

interface NewDocumentProps {
  readonly onClose: () => void;
  readonly onOrdered: (id: string) => void;
}

/** Orders a document. The platform makes it in the background. */
export function NewDocument({ onClose, onOrdered }: NewDocumentProps) {
  const say = useSay();
  const now = new Date();
  const { data: accounts = [] } = useQuery(accountsQuery);
  const [type, setType] = useState<ReportType>("statement-export");
  const [format, setFormat] = useState("pdf");
  const [wallet, setWallet] = useState("all");
  const [from, setFrom] = useState(iso(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))));
  const [to, setTo] = useState(iso(now));
  const [currency, setCurrency] = useState("EUR");
  const [year, setYear] = useState(String(now.getUTCFullYear()));
  const payloads: Readonly<Record<ReportType, Readonly<Record<string, unknown>>>> = {
    "statement-export": { wallet, from, to, format },
    "portfolio-report": { currency, format },
    "tax-report": { year: Number(year), format },
  };
  const order = useWrite({
    flow: "order-document",
    run: (body: Order, headers) => dataOf(client.POST("/api/jobs", { body, headers })),
    changes: [["jobs"]],
    onDone: ({ id }) => onOrdered(id),
  });
  return (
    <Dialog open onClose={onClose} title={say(text("New document", "Nouveau document"))}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          order.mutate({ type, payload: payloads[type] });
        }}
      >
        <Failure problem={order.error} />
        <Select
          label={say(text("Document", "Document"))}
          value={type}
          onChange={({ target }) => setType(target.value as ReportType)}
          options={types.map((value) => ({ value, label: say(typeNames[value] ?? text(value, value)) }))}
        />
        {type === "statement-export" && (
          <>
            <Select
              label={say(text("Wallet", "Portefeuille"))}
              value={wallet}
              onChange={({ target }) => setWallet(target.value)}
              options={[
                { value: "all", label: say(text("All wallets", "Tous les portefeuilles")) },
                ...accounts.map(({ currency: value, name }) => ({ value, label: name })),
              ]}
            />
            <div className="grid grid-cols-2 gap-3">
              <Input
                label={say(text("From", "Du"))}
                type="date"
                value={from}
                max={to}
                onChange={({ target }) => setFrom(target.value)}
                required
              />
              <Input
                label={say(text("To", "Au"))}
                type="date"
                value={to}
                min={from}
                max={iso(now)}
                onChange={({ target }) => setTo(target.value)}
                required
              />
            </div>
          </>
        )}
        {type === "portfolio-report" && (
          <Select
            label={say(text("Currency", "Devise"))}
            value={currency}
            onChange={({ target }) => setCurrency(target.value)}
            options={["EUR", "USD"].map((value) => ({ value, label: value }))}
          />
        )}
        {type === "tax-report" && (
          <Input
            label={say(text("Year", "Année"))}
            type="number"
            value={year}
            onChange={({ target }) => setYear(target.value)}
            required
          />
        )}
        <Select
          label={say(text("Format", "Format"))}
          value={format}
          onChange={({ target }) => setFormat(target.value)}
          options={["pdf", "csv"].map((value) => ({ value, label: value.toUpperCase() }))}
        />
        <Button type="submit" busy={order.isPending}>
          {say(text("Order", "Demander"))}
        </Button>
      </form>
    </Dialog>
  );
}
