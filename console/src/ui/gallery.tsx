import { Bell, Inbox, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, LinkButton } from "./button.tsx";
import { AmountInput, Input, Select, TextArea, Toggle } from "./field.tsx";
import { ApiCall, CopyButton, Definitions, Row, Rows } from "./list.tsx";
import { Amount, AssetIcon, Percent, Time } from "./money.tsx";
import { Dialog, Drawer } from "./overlay.tsx";
import { Alert, Badge, Card, Empty, Page, Skeleton, SkeletonRows } from "./surface.tsx";
import { toast } from "./toasts.tsx";

/** Every component in both themes, for authors of screens. In English only. */

export default function Gallery() {
  return (
    <Page title="Components" lead="What screens are made of, in both themes.">
      <div className="grid gap-6 xl:grid-cols-2">
        {(["light", "dark"] as const).map((theme) => (
          <div
            key={theme}
            data-theme={theme}
            className="flex min-w-0 flex-col gap-6 rounded-lg bg-ground p-5 text-ink"
          >
            <Samples theme={theme} />
          </div>
        ))}
      </div>
    </Page>
  );
}

const MOMENT = "2026-11-28T09:30:00.000Z";

function Samples({ theme }: { readonly theme: string }) {
  return (
    <>
      <Card title={`Buttons, ${theme}`}>
        <div className="flex flex-wrap gap-2">
          <Button>
            <Plus className="size-4" aria-hidden />
            Primary
          </Button>
          <Button kind="secondary">Secondary</Button>
          <Button kind="quiet">Quiet</Button>
          <Button kind="danger">Danger</Button>
          <Button busy>Busy</Button>
          <Button disabled>Disabled</Button>
          <Button size="sm" kind="secondary">
            Small
          </Button>
          <LinkButton to="/" kind="quiet">
            Link
          </LinkButton>
          <CopyButton value="copied" />
        </div>
      </Card>
      <Card title={`Fields, ${theme}`}>
        <Fields />
      </Card>
      <Card title={`Money and time, ${theme}`}>
        <Definitions
          items={[
            ["Incoming", <Amount key="in" value={1234.5} asset="EUR" signed />],
            ["Outgoing", <Amount key="out" value={-0.12345678} asset="BTC" signed />],
            ["Token", <Amount key="token" value="1234567.891234" asset="YANI" />],
            ["Change", <Percent key="up" value={4.2} signed />],
            ["Loss", <Percent key="down" value={-1.5} signed />],
            ["Time", <Time key="time" iso={MOMENT} />],
          ]}
        />
      </Card>
      <Card title={`Messages, ${theme}`}>
        <div className="flex flex-col gap-3">
          <Alert title="Information">Your statement is being prepared.</Alert>
          <Alert tone="good" title="Done" />
          <Alert tone="warn" title="Confirm your address">
            We sent you a link.
          </Alert>
          <Alert tone="bad" title="Your balance is too low." />
          <div className="flex flex-wrap gap-2">
            <Badge>Plain</Badge>
            <Badge tone="info">Refunded</Badge>
            <Badge tone="good">Completed</Badge>
            <Badge tone="warn">Pending</Badge>
            <Badge tone="bad">Failed</Badge>
          </div>
        </div>
      </Card>
      <Card flush title={`Lists, ${theme}`}>
        <Rows label={`Samples, ${theme}`}>
          <Row
            icon={<AssetIcon asset="EUR" />}
            title="Euro"
            detail="EUR"
            end={<Amount value={120} asset="EUR" />}
            to={{ to: "/wallets" }}
          />
          <Row icon={<AssetIcon asset="BTC" />} title="Bitcoin" end={<Badge tone="warn">Pending</Badge>} />
        </Rows>
        <SkeletonRows rows={2} />
        <Empty icon={Inbox} title="Nothing yet" action={<Button size="sm">Do the next thing</Button>}>
          What appears here, and when.
        </Empty>
      </Card>
      <Card title={`Overlays, ${theme}`}>
        <Overlays />
        <Skeleton className="mt-4 h-8 w-32" />
        <ApiCall method="POST" path="/api/defi/wallets" body={{ assetSymbol: "EUR" }} />
      </Card>
    </>
  );
}

function Fields(): ReactNode {
  const [amount, setAmount] = useState("12.50");
  return (
    <div className="flex flex-col gap-4">
      <AmountInput
        label="Amount"
        value={amount}
        onValue={setAmount}
        asset="EUR"
        hint="At most 2,500 EUR today"
      />
      <Input label="Name" defaultValue="Ada Lovelace" />
      <Input label="IBAN" defaultValue="FR76" problem="must be a valid IBAN" />
      <Select
        label="Asset"
        options={[
          { value: "EUR", label: "Euro" },
          { value: "BTC", label: "Bitcoin" },
        ]}
      />
      <TextArea label="Message" placeholder="For the recipient" />
      <Toggle label="Online payments" hint="Payments on the web and in apps" defaultChecked />
      <Toggle label="Contactless" />
    </div>
  );
}

function Overlays(): ReactNode {
  const [open, setOpen] = useState<"dialog" | "drawer">();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      <Button kind="secondary" onClick={() => setOpen("dialog")}>
        Dialog
      </Button>
      <Button kind="secondary" onClick={() => setOpen("drawer")}>
        Drawer
      </Button>
      <Button kind="secondary" onClick={() => toast("Saved")}>
        <Bell className="size-4" aria-hidden />
        Message
      </Button>
      <Dialog
        open={open === "dialog"}
        onClose={close}
        title="A question"
        lead="With one sentence of context."
      >
        <Button onClick={close}>Continue</Button>
      </Dialog>
      <Drawer open={open === "drawer"} onClose={close} title="A detail">
        <Definitions
          items={[
            [
              "Status",
              <Badge key="status" tone="good">
                Completed
              </Badge>,
            ],
          ]}
        />
      </Drawer>
    </div>
  );
}
