import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { pricesQuery, useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/field.tsx";
import { ApiCall, Failure, Loaded, Row, Rows } from "../ui/list.tsx";
import { Amount, AssetIcon, Percent } from "../ui/money.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Card, Page } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { walletsQuery } from "./queries.ts";

/** All wallets, and the opening of another one. */

export default function Wallets() {
  const say = useSay();
  const wallets = useQuery(walletsQuery);
  const [isOpening, setOpening] = useState(false);
  return (
    <Page
      title={say(text("Wallets", "Portefeuilles"))}
      lead={
        // The line keeps its place while the total is on its way.
        wallets.data ? (
          <Amount value={wallets.data.portfolio.totalValueEur} asset="EUR" className="text-base text-ink" />
        ) : (
          "\u00a0"
        )
      }
      waitsFor={[wallets]}
      actions={
        <Button onClick={() => setOpening(true)}>
          <Plus className="size-4" aria-hidden />
          {say(text("Open a wallet", "Ouvrir un portefeuille"))}
        </Button>
      }
    >
      <Card flush>
        <Loaded query={wallets}>
          {({ wallets: all }) => (
            <Rows label={say(text("Wallets", "Portefeuilles"))}>
              {all.map(({ id, asset, balance, value, price }) => (
                <Row
                  key={id}
                  icon={<AssetIcon asset={asset.symbol} />}
                  title={asset.name}
                  detail={asset.symbol === "EUR" ? asset.symbol : <Percent value={price.change24h} signed />}
                  end={<Amount value={balance} asset={asset.symbol} />}
                  endDetail={asset.symbol === "EUR" ? undefined : <Amount value={value.eur} asset="EUR" />}
                  to={{ to: "/wallets/$asset", params: { asset: asset.symbol } }}
                />
              ))}
            </Rows>
          )}
        </Loaded>
      </Card>
      <ApiCall method="GET" path="/api/defi/wallets" />
      <OpenWallet
        isOpen={isOpening}
        onClose={() => setOpening(false)}
        opened={wallets.data?.wallets.map(({ asset }) => asset.symbol) ?? []}
      />
    </Page>
  );
}

interface OpenProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly opened: readonly string[];
}

function OpenWallet({ isOpen, onClose, opened }: OpenProps) {
  const say = useSay();
  const { data: prices = [] } = useQuery(pricesQuery);
  const available = ["EUR", "USD", ...prices.map(({ symbol }) => symbol)].filter(
    (one) => !opened.includes(one),
  );
  const [chosen, setChosen] = useState("");
  const asset = chosen || available[0] || "";
  const open = useWrite({
    flow: "open-wallet",
    run: (body: { readonly assetSymbol: string }, headers) =>
      dataOf(client.POST("/api/defi/wallets", { body, headers })),
    changes: [["money"]],
    onDone: ({ message }) => {
      toast(message);
      onClose();
    },
  });
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={say(text("Open a wallet", "Ouvrir un portefeuille"))}
      lead={say(text("It is immediate and free.", "C'est immédiat et gratuit."))}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          open.mutate({ assetSymbol: asset });
        }}
      >
        <Failure problem={open.error} />
        <Select
          label={say(text("Asset", "Actif"))}
          value={asset}
          onChange={({ target }) => setChosen(target.value)}
          options={[...new Set(available)].map((value) => ({ value, label: value }))}
        />
        <Button type="submit" busy={open.isPending} disabled={asset === ""}>
          {say(text("Open", "Ouvrir"))}
        </Button>
      </form>
    </Dialog>
  );
}
