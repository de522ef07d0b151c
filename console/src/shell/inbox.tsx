import { Popover } from "@base-ui/react/popover";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useEffect } from "react";
import { client, dataOf } from "../api/client.ts";
import { text, useSay } from "../language.tsx";
import { Loaded } from "../ui/list.tsx";
import { Time } from "../ui/money.tsx";
import { Empty } from "../ui/surface.tsx";

/** The user's notifications, live: a new one also refreshes the money on the screen. */

export const inboxQuery = queryOptions({
  queryKey: ["inbox"],
  queryFn: () =>
    dataOf(client.GET("/api/v1/mobile/notifications/history", { params: { query: { limit: 20 } } })),
});

export default function Inbox() {
  const say = useSay();
  const inbox = useQuery(inboxQuery);
  useStream();
  const unread = inbox.data?.unreadCount ?? 0;
  useEffect(() => {
    const plain = document.title.replace(/^\(\d+\) /, "");
    document.title = unread > 0 ? `(${unread}) ${plain}` : plain;
  });
  const label =
    unread === 0
      ? text("Notifications", "Notifications")
      : text(`Notifications, ${unread} unread`, `Notifications, ${unread} non lues`);
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={say(label)}
        className="relative grid size-10 place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink"
      >
        <Bell className="size-5" aria-hidden />
        {unread > 0 && (
          <span className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-surface bg-accent" />
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={8} align="end" className="z-40">
          <Popover.Popup className="max-h-[70dvh] w-[min(24rem,92vw)] overflow-y-auto rounded-md border bg-raised py-3 shadow-raised outline-none">
            <Popover.Title className="px-5 pb-2 text-base font-semibold">
              {say(text("Notifications", "Notifications"))}
            </Popover.Title>
            <Loaded query={inbox}>
              {({ notifications }) =>
                notifications.length === 0 ? (
                  <Empty icon={Bell} title={say(text("Nothing yet", "Rien pour l'instant"))}>
                    {say(
                      text(
                        "Payments, security alerts and finished documents appear here.",
                        "Les paiements, alertes de sécurité et documents prêts apparaissent ici.",
                      ),
                    )}
                  </Empty>
                ) : (
                  <ul className="divide-y">
                    {notifications.map((one) => (
                      <Message key={one.id} {...one} />
                    ))}
                  </ul>
                )
              }
            </Loaded>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface MessageProps {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly occurredAt: string;
  readonly readAt: string | null;
}

function Message({ id, title, body, occurredAt, readAt }: MessageProps) {
  const say = useSay();
  const queries = useQueryClient();
  const read = async () => {
    await dataOf(client.POST("/api/v1/mobile/notifications/{id}/read", { params: { path: { id } } }));
    await queries.invalidateQueries(inboxQuery);
  };
  return (
    <li className="px-5 py-3 text-sm">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <p className={readAt === null ? "font-semibold" : "font-medium"}>{title}</p>
          <p className="text-soft">{body}</p>
          <p className="mt-1 text-xs text-soft">
            <Time iso={occurredAt} />
          </p>
        </div>
        {readAt === null && (
          <button
            type="button"
            onClick={read}
            className="shrink-0 rounded-sm px-1 text-xs text-accent hover:underline"
          >
            {say(text("Mark as read", "Marquer comme lu"))}
          </button>
        )}
      </div>
    </li>
  );
}

/** Listens to the platform's stream, which the browser reconnects by itself. */
function useStream(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stream = new EventSource("/api/notifications/stream");
    const refresh = () => {
      for (const queryKey of [["inbox"], ["money"], ["jobs"], ["identity"]])
        queries.invalidateQueries({ queryKey });
    };
    stream.addEventListener("new", refresh);
    stream.addEventListener("done", refresh);
    return () => stream.close();
  }, [queries]);
}
