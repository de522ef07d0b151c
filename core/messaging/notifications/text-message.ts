import * as z from "zod";
import { phoneCodeRequested } from "../../identity/events.ts";
import * as Codes from "../../identity/phones/codes.ts";
import { readerOf } from "../../identity/user.ts";
import * as Users from "../../identity/users.ts";
import type { InLanguages } from "../../kernel/texts/index.ts";
import type { Event } from "../../platform/outbox/index.ts";
import * as Sms from "../../platform/sms.ts";
import { once } from "./once.ts";

/** Sends text messages with one-time codes. A code is created when its message is written, as the links of emails are. */

/** Returns whether an event is sent as a text message, and by no other channel. */
export const isTexted = ({ type }: Event): boolean => type === phoneCodeRequested.type;

const requested = z.object({ userId: z.string(), requestId: z.string() });

/** Only characters of GSM 03.38, so that a text fits one message: no circumflex, cedilla or typographic quote. */
const texts: InLanguages<(code: string) => string> = {
  fr: (code) =>
    `${code} est votre code pour confirmer ce numéro, valable 10 minutes. Ne le donnez à personne : nous ne le demandons jamais.`,
  en: (code) =>
    `${code} is your code to confirm this number, valid for 10 minutes. Do not share it: we never ask for it.`,
};

/** Sends the text message of an event, once. @returns whether a message was sent */
export const textMessage = (event: Event): Promise<boolean> =>
  once({ eventId: event.id, channel: "sms" }, async () => {
    const request = requested.parse(event.payload);
    const user = await Users.fromId(request.userId);
    const message = user && !user.blocked ? await Codes.issue(request) : undefined;
    if (!user || !message) return false;
    return Sms.send({ to: message.to, text: texts[readerOf(user).language](message.code) });
  });
