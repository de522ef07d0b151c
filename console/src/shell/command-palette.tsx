import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { text, useSay } from "../language.tsx";
import { Amount, Time } from "../ui/money.tsx";
import { places } from "./navigation.tsx";

/** ⌘K: opens a screen, or a transaction by its text, payee or id. */

const SEARCH = text("Search screens and transactions", "Rechercher des écrans et des opérations");
const row =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent";

export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const navigate = useNavigate();
  const [sought, setSought] = useState("");
  const q = useDeferredValue(sought.trim());
  const { data: found = [] } = useQuery({
    queryKey: ["money", "search", q],
    enabled: q.length > 1,
    queryFn: async () =>
      (await dataOf(client.GET("/api/v1/mobile/wallet/transactions", { params: { query: { q, limit: 8 } } })))
        .transactions,
  });
  const matches = places.filter(({ name }) => say(name).toLowerCase().includes(sought.trim().toLowerCase()));
  const open = (go: () => unknown) => {
    onClose();
    go();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup className="fixed inset-x-4 top-[10dvh] z-50 mx-auto max-w-xl rounded-lg bg-raised shadow-raised outline-none">
          <Dialog.Title className="sr-only">{say(SEARCH)}</Dialog.Title>
          <Command shouldFilter={false} label={say(SEARCH)}>
            <div className="flex items-center gap-3 border-b px-4">
              <Search className="size-4.5 text-soft" aria-hidden />
              <Command.Input
                value={sought}
                onValueChange={setSought}
                placeholder={say(SEARCH)}
                className="h-14 w-full bg-transparent text-base outline-none placeholder:text-soft"
              />
            </div>
            <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
              <Command.Empty className="p-6 text-center text-sm text-soft">
                {say(text("Nothing matches.", "Aucun résultat."))}
              </Command.Empty>
              {matches.map(({ to, name, icon: Icon }) => (
                <Command.Item
                  key={to}
                  value={to}
                  className={row}
                  onSelect={() => open(() => navigate({ to }))}
                >
                  <Icon className="size-4.5" aria-hidden />
                  {say(name)}
                </Command.Item>
              ))}
              {found.map(({ id, counterparty, description, amount, currency, direction, createdAt }) => (
                <Command.Item
                  key={id}
                  value={id}
                  className={row}
                  onSelect={() => open(() => navigate({ to: "/wallets/transactions", search: { id } }))}
                >
                  <span className="min-w-0 grow truncate">{counterparty ?? description ?? id}</span>
                  <span className="text-soft">
                    <Time iso={createdAt} format="date" />
                  </span>
                  <Amount value={direction === "in" ? amount : -amount} asset={currency} signed />
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
