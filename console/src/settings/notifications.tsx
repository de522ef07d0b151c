import { useQuery } from "@tanstack/react-query";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { type Text, text, useSay } from "../language.tsx";
import { Failure, Loaded } from "../ui/list.tsx";
import { Card } from "../ui/surface.tsx";

type Preferences = Schemas["NotificationPreferences"];
type Category = Exclude<keyof Preferences, "version">;
type Channel = keyof Preferences["payments"];

const categories: Readonly<Record<Category, Text>> = {
  security: text("Security", "Sécurité"),
  payments: text("Payments", "Paiements"),
  transfers: text("Transfers", "Virements"),
  loyalty: text("Loyalty", "Fidélité"),
  governance: text("Governance", "Gouvernance"),
  jobs: text("Documents", "Documents"),
  marketing: text("Offers", "Offres"),
};
const channels: Readonly<Record<Channel, Text>> = {
  inApp: text("Inbox", "Messagerie"),
  push: text("Push", "Push"),
  email: text("Email", "E-mail"),
};

/** What the user is notified of, by channel. Security cannot be turned off. */
export function Notifications() {
  const say = useSay();
  const preferences = useQuery({
    queryKey: ["notification-preferences"],
    queryFn: () => dataOf(client.GET("/api/v1/mobile/notifications/preferences")),
  });
  const save = useWrite({
    flow: "notification-preferences",
    run: (body: Preferences) => dataOf(client.PUT("/api/v1/mobile/notifications/preferences", { body })),
    changes: [["notification-preferences"]],
  });
  const names = Object.keys(channels) as Channel[];
  return (
    <Card title={say(text("Notifications", "Notifications"))}>
      <Loaded query={preferences}>
        {(current) => (
          <div className="flex flex-col gap-3">
            <Failure problem={save.error} />
            <table className="w-full text-sm">
              <thead>
                <tr>
                  <th scope="col" className="sr-only">
                    {say(text("Subject", "Sujet"))}
                  </th>
                  {names.map((channel) => (
                    <th key={channel} scope="col" className="py-2 text-center font-medium text-soft">
                      {say(channels[channel])}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y">
                {(Object.keys(categories) as Category[]).map((category) => (
                  <tr key={category}>
                    <th scope="row" className="py-2.5 text-left font-medium">
                      {say(categories[category])}
                    </th>
                    {names.map((channel) => (
                      <td key={channel} className="text-center">
                        <input
                          type="checkbox"
                          className="size-5 accent-accent"
                          aria-label={`${say(categories[category])}, ${say(channels[channel])}`}
                          checked={current[category][channel]}
                          disabled={category === "security" || save.isPending}
                          onChange={({ target }) =>
                            save.mutate({
                              ...current,
                              [category]: { ...current[category], [channel]: target.checked },
                            })
                          }
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
    </Card>
  );
}
