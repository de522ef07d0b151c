import { Check } from "lucide-react";
import { text, useSay } from "../language.tsx";
import { Row, Rows } from "../ui/list.tsx";
import { Progress } from "../ui/progress.tsx";
import { Badge, Card } from "../ui/surface.tsx";
import { type Step, useSteps } from "./steps.ts";

/** The checklist of a new account, and what is left of it later. */

const isNew = (steps: readonly Step[]): boolean => steps.some(({ id, isDone }) => id === "money" && !isDone);

/** The checklist of a new account. With its first money, what is left moves to the side. */
export function Onboarding() {
  const say = useSay();
  const steps = useSteps();
  if (!steps || !isNew(steps)) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  const title = say(text("Finish setting up your account", "Terminez la configuration de votre compte"));
  return (
    <Card
      flush
      title={title}
      lead={say(text(`${done} of ${steps.length} done`, `${done} sur ${steps.length} terminées`))}
    >
      <div className="px-5 py-2">
        <Progress value={done} of={steps.length} label={title} />
      </div>
      <Rows label={title}>
        {steps.map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
      </Rows>
    </Card>
  );
}

function StepRow({
  step: { icon: Icon, title, reason, to, isDone, isWaiting = false },
}: {
  readonly step: Step;
}) {
  const say = useSay();
  if (isDone)
    return (
      <Row
        icon={
          <span
            aria-hidden
            className="grid size-10 shrink-0 place-items-center rounded-full bg-good-soft text-good"
          >
            <Check className="size-4.5" />
          </span>
        }
        title={<span className="font-normal text-soft">{say(title)}</span>}
        end={<Badge tone="good">{say(text("Done", "Fait"))}</Badge>}
      />
    );
  return (
    <Row
      icon={
        <span
          aria-hidden
          className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent"
        >
          <Icon className="size-4.5" />
        </span>
      }
      title={say(title)}
      detail={say(reason)}
      end={isWaiting && <Badge tone="info">{say(text("In review", "En cours d'examen"))}</Badge>}
      to={to}
    />
  );
}

/** What an account that already has money still needs. It disappears when everything is done. */
export function Tasks() {
  const say = useSay();
  const steps = useSteps();
  if (!steps || isNew(steps)) return null;
  const open = steps.filter(({ isDone, isWaiting = false }) => !isDone && !isWaiting);
  if (open.length === 0) return null;
  const title = say(text("To do", "À faire"));
  return (
    <Card flush title={title}>
      <Rows label={title}>
        {open.map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
      </Rows>
    </Card>
  );
}
