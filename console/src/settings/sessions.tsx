import { useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { text, useLanguage, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/choice.tsx";
import { ApiCall, Loaded, Row, Rows } from "../ui/list.tsx";
import { formatTime } from "../ui/money.tsx";
import { Badge, Card } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { sessionsQuery } from "./queries.ts";

/** Where the account is signed in: browsers and devices. */

type Session = Schemas["Session"];

const TITLE = text("Sessions and devices", "Sessions et appareils");
const CHANGES = [["sessions"]];

export function Sessions() {
  const say = useSay();
  const sessions = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<Session | "others">();
  const close = () => setEnding(undefined);
  const hasOthers = (sessions.data?.length ?? 0) > 1;
  return (
    <Card
      flush
      title={say(TITLE)}
      lead={say(
        text(
          "End a session that you do not know, then change your password.",
          "Fermez une session que vous ne connaissez pas, puis changez votre mot de passe.",
        ),
      )}
      actions={
        hasOthers && (
          <Button kind="danger" size="sm" onClick={() => setEnding("others")}>
            {say(text("End all others", "Fermer toutes les autres"))}
          </Button>
        )
      }
    >
      <Loaded query={sessions}>
        {(all) => (
          <Rows label={say(TITLE)}>
            {all.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </Rows>
        )}
      </Loaded>
      <div className="px-5 pb-3">
        <ApiCall method="GET" path="/api/auth/sessions" />
      </div>
      {ending === "others" ? (
        <EndOthers onClose={close} />
      ) : (
        ending && <EndOne session={ending} onClose={close} />
      )}
    </Card>
  );
}

function SessionRow({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) {
  const { say, language } = useLanguage();
  const { name, kind, ip, createdAt, lastActive, isCurrent } = session;
  const Icon = kind === "web" ? Laptop : Smartphone;
  const since = text(
    `since ${formatTime(createdAt, "en", "date")}, active ${formatTime(lastActive, "en")}`,
    `depuis le ${formatTime(createdAt, "fr", "date")}, active le ${formatTime(lastActive, "fr")}`,
  );
  return (
    <Row
      icon={
        <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken">
          <Icon className="size-4.5 text-soft" />
        </span>
      }
      title={
        <span className="flex flex-wrap items-center gap-2">
          {name}
          {isCurrent && <Badge tone="good">{say(text("This session", "Cette session"))}</Badge>}
        </span>
      }
      detail={
        <span className="block whitespace-normal">
          {ip}, {since.in(language)}
        </span>
      }
      actions={
        !isCurrent && (
          <Button
            kind="quiet"
            size="sm"
            onClick={onEnd}
            aria-label={say(text(`End the session: ${name}`, `Fermer la session : ${name}`))}
          >
            {say(text("End", "Fermer"))}
          </Button>
        )
      }
    />
  );
}

interface EndOneProps {
  readonly session: Session;
  readonly onClose: () => void;
}

function EndOne({ session: { id, name }, onClose }: EndOneProps) {
  const say = useSay();
  const end = useWrite({
    flow: "end-session",
    run: (sessionId: string) =>
      dataOf(client.DELETE("/api/auth/sessions/{id}", { params: { path: { id: sessionId } } })),
    changes: CHANGES,
    onDone: () => {
      onClose();
      toast(say(text("The session is ended", "La session est fermée")));
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={say(text(`End the session ${name}?`, `Fermer la session ${name} ?`))}
      action={say(text("End the session", "Fermer la session"))}
      kind="danger"
      onConfirm={() => end.mutate(id)}
      busy={end.isPending}
      problem={end.error}
    >
      {say(text("It is signed out immediately.", "Elle est déconnectée immédiatement."))}
    </Confirm>
  );
}

function EndOthers({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const end = useWrite({
    flow: "end-other-sessions",
    run: () => dataOf(client.POST("/api/auth/sessions/end-others")),
    changes: CHANGES,
    onDone: () => {
      onClose();
      toast(say(text("All other sessions are ended", "Toutes les autres sessions sont fermées")));
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={say(text("End all other sessions?", "Fermer toutes les autres sessions ?"))}
      action={say(text("End all others", "Fermer toutes les autres"))}
      kind="danger"
      onConfirm={() => end.mutate(undefined)}
      busy={end.isPending}
      problem={end.error}
    >
      {say(
        text(
          "Every other browser and device is signed out immediately.",
          "Tous les autres navigateurs et appareils sont déconnectés immédiatement.",
        ),
      )}
    </Confirm>
  );
}
