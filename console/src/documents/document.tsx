import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { same } from "../../../core/kernel/texts/index.ts";
import { client, dataOf } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { text, useLanguage, useSay } from "../language.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { ApiCall, Definitions, Failure, Loaded } from "../ui/list.tsx";
import { Time } from "../ui/money.tsx";
import { Drawer } from "../ui/overlay.tsx";
import { Progress } from "../ui/progress.tsx";
import { Alert, Badge } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { isOpen, jobQuery, statuses, typeNames } from "./queries.ts";

/** One document: its progress, files and recipients. */
export function DocumentDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const say = useSay();
  const job = useQuery({
    ...jobQuery(id),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? 1_000 : false),
  });
  const title = say(typeNames[job.data?.type ?? ""] ?? same(job.data?.type ?? "…"));
  return (
    <Drawer open onClose={onClose} title={title}>
      <Loaded query={job}>
        {({ status, progress, files, error, createdAt, expiresAt, sharedWith, sharedBy }) => (
          <div className="flex flex-col gap-5">
            {isOpen({ status }) && (
              <div role="status" className="flex flex-col gap-2 text-sm">
                <p>{say(text("Your document is being prepared.", "Votre document est en préparation."))}</p>
                <Progress value={progress ?? 0} of={100} label={title} />
              </div>
            )}
            {status === "failed" && (
              <Alert
                tone="bad"
                title={say(text("The document could not be made", "Le document n'a pas pu être créé"))}
              >
                {error}
              </Alert>
            )}
            {files.map(({ name, url, bytes }) => (
              <a key={name} href={url} download={name} className={buttonClass({})}>
                <Download className="size-4" aria-hidden />
                <span className="truncate">{say(text(`Download ${name}`, `Télécharger ${name}`))}</span>
                <Size bytes={bytes} />
              </a>
            ))}
            <Definitions
              items={[
                [
                  say(text("Status", "État")),
                  <Badge key="status" tone={statuses[status][1]}>
                    {say(statuses[status][0])}
                  </Badge>,
                ],
                [say(text("Ordered", "Demandé le")), <Time key="ordered" iso={createdAt} />],
                expiresAt !== null && [
                  say(text("Available until", "Disponible jusqu'au")),
                  <Time key="expires" iso={expiresAt} format="date" />,
                ],
                sharedBy !== null && [say(text("From", "De")), sharedBy.name],
              ]}
            />
            {status === "succeeded" && sharedBy === null && <Sharing id={id} sharedWith={sharedWith} />}
            {status === "queued" && <Cancel id={id} />}
            <ApiCall method="GET" path={`/api/jobs/${id}`} />
          </div>
        )}
      </Loaded>
    </Drawer>
  );
}

function Size({ bytes }: { readonly bytes: number }) {
  const { language } = useLanguage();
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return (
    <span className="figure shrink-0 opacity-80">
      {new Intl.NumberFormat(language, { style: "unit", unit: "kilobyte" }).format(kilobytes)}
    </span>
  );
}

function Sharing({ id, sharedWith }: { readonly id: string; readonly sharedWith: readonly string[] }) {
  const say = useSay();
  const queries = useQueryClient();
  const [email, setEmail] = useState("");
  const params = { path: { id } };
  const share = useWrite({
    flow: `share-${id}`,
    run: (body: { readonly email: string }, headers) =>
      dataOf(client.POST("/api/jobs/{id}/share", { params, body, headers })),
    changes: [["jobs", id]],
    onDone: (_, { email: to }) => {
      toast(say(text(`Sent to ${to}`, `Envoyé à ${to}`)));
      setEmail("");
    },
  });
  const unshare = async (to: string) => {
    await dataOf(client.DELETE("/api/jobs/{id}/share", { params: { ...params, query: { email: to } } }));
    await queries.invalidateQueries({ queryKey: ["jobs", id] });
  };
  return (
    <section className="flex flex-col gap-3" aria-label={say(text("Sharing", "Partage"))}>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          share.mutate({ email });
        }}
      >
        <div className="grow">
          <Input
            label={say(text("Share by email", "Partager par e-mail"))}
            type="email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            problem={share.error?.message}
            autoComplete="email"
            required
          />
        </div>
        <Button type="submit" kind="secondary" busy={share.isPending}>
          {say(text("Share", "Partager"))}
        </Button>
      </form>
      {sharedWith.length > 0 && (
        <ul className="divide-y text-sm">
          {sharedWith.map((to) => (
            <li key={to} className="flex items-center justify-between gap-3 py-2">
              <span className="truncate">{to}</span>
              <Button kind="quiet" size="sm" onClick={() => unshare(to)}>
                {say(text("Stop sharing", "Ne plus partager"))}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Cancel({ id }: { readonly id: string }) {
  const say = useSay();
  const cancel = useWrite({
    flow: `cancel-${id}`,
    run: () => dataOf(client.POST("/api/jobs/{id}/cancel", { params: { path: { id } } })),
    changes: [["jobs"]],
  });
  return (
    <>
      <Failure problem={cancel.error} />
      <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        {say(text("Cancel this document", "Annuler ce document"))}
      </Button>
    </>
  );
}
