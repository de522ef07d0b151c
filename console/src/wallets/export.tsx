import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { accountsQuery, useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Input, Select } from "../ui/field.tsx";
import { ApiCall, Failure, problemAt } from "../ui/list.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Alert, Skeleton } from "../ui/surface.tsx";

/** A statement of one or all wallets as a file, which the platform makes as a job. */

const POLL_MS = 1500;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

function lastMonth(): { readonly from: string; readonly to: string } {
  const to = new Date();
  const from = new Date(to);
  from.setMonth(from.getMonth() - 1);
  return { from: dayOf(from), to: dayOf(to) };
}

interface ExportProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The wallet and period that the list behind it shows. */
  readonly wallet?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function ExportDialog({ open, onClose, wallet, from, to }: ExportProps) {
  const say = useSay();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say(text("Export a statement", "Exporter un relevé"))}
      lead={say(
        text("PDF to read or print, CSV for a spreadsheet.", "PDF à lire ou imprimer, CSV pour un tableur."),
      )}
    >
      {open && <ExportForm wallet={wallet} from={from} to={to} />}
    </Dialog>
  );
}

function ExportForm({ wallet = "all", from, to }: Pick<ExportProps, "wallet" | "from" | "to">) {
  const say = useSay();
  const { data: accounts = [] } = useQuery(accountsQuery);
  const [payload, setPayload] = useState({
    wallet,
    ...lastMonth(),
    ...(from && { from }),
    ...(to && { to }),
    format: "pdf",
  });
  const [jobId, setJobId] = useState<string>();
  const set = (field: keyof typeof payload) => (event: { readonly target: { readonly value: string } }) => {
    setPayload({ ...payload, [field]: event.target.value });
    setJobId(undefined);
  };
  const create = useWrite({
    flow: "statement",
    run: (body: { readonly type: string; readonly payload: typeof payload }, headers) =>
      dataOf(client.POST("/api/jobs", { body, headers })),
    changes: [["jobs"]],
    onDone: ({ id }) => setJobId(id),
  });
  const body = { type: "statement-export", payload };
  const at = (field: string) => problemAt(create.error, `payload.${field}`);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        create.mutate(body);
      }}
    >
      {!create.error?.fields.length && <Failure problem={create.error} />}
      <Select
        label={say(text("Wallet", "Portefeuille"))}
        value={payload.wallet}
        onChange={set("wallet")}
        problem={at("wallet")}
        options={[
          { value: "all", label: say(text("All wallets", "Tous les portefeuilles")) },
          ...accounts.map(({ currency, name }) => ({ value: currency, label: name })),
        ]}
      />
      <div className="grid grid-cols-2 gap-3">
        <Input
          label={say(text("From", "Du"))}
          type="date"
          required
          value={payload.from}
          onChange={set("from")}
          problem={at("from")}
        />
        <Input
          label={say(text("To", "Au"))}
          type="date"
          required
          value={payload.to}
          onChange={set("to")}
          problem={at("to")}
        />
      </div>
      <Select
        label={say(text("Format", "Format"))}
        value={payload.format}
        onChange={set("format")}
        problem={at("format")}
        options={[
          { value: "pdf", label: "PDF" },
          { value: "csv", label: "CSV" },
        ]}
      />
      {jobId ? (
        <Progress jobId={jobId} />
      ) : (
        <Button type="submit" busy={create.isPending}>
          {say(text("Create the statement", "Créer le relevé"))}
        </Button>
      )}
      <ApiCall method="POST" path="/api/jobs" body={body} />
    </form>
  );
}

const kindOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toUpperCase();

const isOver = ({ status }: Schemas["Job"]): boolean => status !== "queued" && status !== "running";

/** Waits for the job, then offers its files. */
function Progress({ jobId }: { readonly jobId: string }) {
  const say = useSay();
  const { data: job, error } = useQuery({
    queryKey: ["jobs", jobId],
    queryFn: () => dataOf(client.GET("/api/jobs/{id}", { params: { path: { id: jobId } } })),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : POLL_MS),
  });
  if (error) return <Failure problem={error} />;
  if (!job || !isOver(job))
    return (
      <div role="status" className="flex flex-col gap-2">
        <p className="text-sm text-soft">
          {say(text("Your statement is being made.", "Votre relevé est en préparation."))}
        </p>
        <Skeleton className="h-2 w-full" />
      </div>
    );
  if (job.status !== "succeeded")
    return (
      <Alert
        tone="bad"
        title={say(text("The statement could not be made.", "Le relevé n'a pas pu être créé."))}
      >
        {job.error}
      </Alert>
    );
  return (
    <div role="status" className="flex flex-col gap-2">
      {job.files.map(({ name, url }) => (
        <a key={name} href={url} download={name} className={buttonClass({})}>
          <Download className="size-4" aria-hidden />
          {say(text(`Download the ${kindOf(name)}`, `Télécharger le ${kindOf(name)}`))}
        </a>
      ))}
    </div>
  );
}
