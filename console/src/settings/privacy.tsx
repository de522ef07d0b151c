import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { text, useLanguage, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { ApiCall, Definitions, Failure, fact, Loaded } from "../ui/list.tsx";
import { formatTime, Time } from "../ui/money.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { ReceiptHead } from "../ui/receipt.tsx";
import { Alert, Card, Skeleton } from "../ui/surface.tsx";
import { erasureQuery, exportQuery } from "./queries.ts";

/** The user's data: its export, and the deletion of the account (GDPR). */

type Export = Schemas["DataExport"];

export function PersonalData() {
  const say = useSay();
  const latest = useQuery(exportQuery);
  return (
    <Card
      title={say(text("Your data", "Vos données"))}
      lead={say(
        text(
          "All data of your account in one machine-readable file.",
          "Toutes les données de votre compte en un fichier lisible par des programmes.",
        ),
      )}
    >
      <Loaded query={latest} skeleton={<Skeleton className="h-11 w-56" />}>
        {(found) => <ExportState latest={found} />}
      </Loaded>
    </Card>
  );
}

function ExportState({ latest }: { readonly latest: Export | null }) {
  const say = useSay();
  const request = useWrite({
    flow: "export-data",
    run: () => dataOf(client.POST("/api/account/export", { body: {} })),
    changes: [["jobs"]],
  });
  const download = useWrite({
    flow: "download-data",
    run: () => dataOf(client.POST("/api/account/export/link", { body: {} })),
    onDone: save,
  });
  const status = latest?.status;
  const isReady = status === "succeeded";
  const isRunning = status === "queued" || status === "running";
  return (
    <div className="flex flex-col gap-4">
      <Failure problem={request.error ?? download.error} />
      {isRunning && (
        <Alert title={say(text("We are preparing your data", "Nous préparons vos données"))}>
          {say(
            text(
              "You can leave this page. We notify you when it is ready.",
              "Vous pouvez quitter cette page. Nous vous prévenons quand c'est prêt.",
            ),
          )}
        </Alert>
      )}
      {status === "failed" && (
        <Alert
          tone="bad"
          title={say(
            text("The export failed. Request it again.", "L'export a échoué. Demandez-le à nouveau."),
          )}
        />
      )}
      {latest && isReady && (
        <Definitions
          items={[
            fact(say(text("Requested", "Demandé")), <Time iso={latest.requestedAt} />),
            latest.readyAt !== null && fact(say(text("Ready", "Prêt")), <Time iso={latest.readyAt} />),
            latest.expiresAt !== null &&
              fact(say(text("Deleted on", "Supprimé le")), <Time iso={latest.expiresAt} format="date" />),
          ]}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isReady && (
          <Button busy={download.isPending} onClick={() => download.mutate(undefined)}>
            <Download className="size-4" aria-hidden />
            {say(text("Download your data", "Télécharger vos données"))}
          </Button>
        )}
        {!isRunning && (
          <Button
            kind={isReady ? "secondary" : "primary"}
            busy={request.isPending}
            onClick={() => request.mutate(undefined)}
          >
            {isReady
              ? say(text("Request it again", "Redemander"))
              : say(text("Request your data", "Demander vos données"))}
          </Button>
        )}
      </div>
      <ApiCall method="POST" path="/api/account/export" body={{}} />
    </div>
  );
}

/** Saves a file, as a link that the user follows. */
function save({ url, name }: { readonly url: string; readonly name: string }): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

export function DeleteAccount() {
  const say = useSay();
  const erasure = useQuery(erasureQuery);
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={say(text("Delete the account", "Supprimer le compte"))}>
      <Loaded query={erasure}>
        {({ graceDays, blockers }) => (
          <div className="flex flex-col gap-4">
            <p className="text-sm text-soft">{say(consequences(graceDays))}</p>
            {blockers.length > 0 && (
              <Alert tone="warn" title={say(text("First resolve the following", "Réglez d'abord ceci"))}>
                <ul className="list-disc pl-5">
                  {blockers.map(({ code, message }) => (
                    <li key={code}>{message}</li>
                  ))}
                </ul>
              </Alert>
            )}
            <div>
              <Button kind="danger" disabled={blockers.length > 0} onClick={() => setAsking(true)}>
                {say(text("Delete the account", "Supprimer le compte"))}
              </Button>
            </div>
            {isAsking && <AskErasure graceDays={graceDays} onClose={() => setAsking(false)} />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

const consequences = (graceDays: number) =>
  text(
    `All sessions and API keys end immediately. After ${graceDays} days, we delete the account and your data. Sign in before then to cancel. Records that the law requires us to retain remain, without your name.`,
    `Toutes les sessions et clés d'API prennent fin immédiatement. Après ${graceDays} jours, nous supprimons le compte et vos données. Connectez-vous avant pour annuler. Les données que la loi nous oblige à conserver restent, sans votre nom.`,
  );

interface AskErasureProps {
  readonly graceDays: number;
  readonly onClose: () => void;
}

function AskErasure({ graceDays, onClose }: AskErasureProps) {
  const { say, language } = useLanguage();
  const [dueAt, setDueAt] = useState<string>();
  const ask = useWrite({
    flow: "delete-account",
    run: () => dataOf(client.POST("/api/account/erasure", { body: {} })),
    onDone: ({ erasure }) => setDueAt(erasure.dueAt),
  });
  // The session has ended, so everything else is on the sign-in page.
  const leave = () => {
    sessionStorage.clear();
    location.assign("/auth/signin");
  };
  if (dueAt !== undefined)
    return (
      <Dialog
        open
        onClose={leave}
        title={say(text("Your account will be deleted", "Votre compte sera supprimé"))}
      >
        <div className="flex flex-col gap-5">
          <ReceiptHead
            isPending
            title={say(
              text(`On ${formatTime(dueAt, "en", "date")}`, `Le ${formatTime(dueAt, "fr", "date")}`),
            )}
          />
          <p className="text-center text-sm text-soft" lang={language}>
            {say(
              text(
                "You are signed out. Sign in before then to keep your account.",
                "Vous êtes déconnecté. Connectez-vous avant cette date pour garder votre compte.",
              ),
            )}
          </p>
          <Button onClick={leave}>{say(text("Done", "Terminé"))}</Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog open onClose={onClose} title={say(text("Delete your account?", "Supprimer votre compte ?"))}>
      <div className="flex flex-col gap-5">
        <Failure problem={ask.error} />
        <p className="text-sm text-soft">{say(consequences(graceDays))}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button kind="secondary" onClick={onClose}>
            {say(text("Keep the account", "Garder le compte"))}
          </Button>
          <Button kind="danger" busy={ask.isPending} onClick={() => ask.mutate(undefined)}>
            {say(text("Delete the account", "Supprimer le compte"))}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
