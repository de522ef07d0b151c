import * as z from "zod";
import * as Codes from "../../identity/phones/codes.ts";
import { phoneCodeRequested } from "../../identity/phones/events.ts";
import { readerOf } from "../../identity/user.ts";
import * as Users from "../../identity/users.ts";
import type { Event } from "../../platform/outbox/index.ts";
import * as Sms from "../../platform/sms.ts";
import { phoneCode } from "../../texts/sms.ts";
import { once } from "./once.ts";

/** Text messages: a code is all that they carry. It is made as the message is written, as links of letters are. */

/** Whether an event is told by a text message, and by nothing else. */
export const isTexted = ({ type }: Event): boolean => type === phoneCodeRequested.type;

const asked = z.object({ userId: z.string(), requestId: z.string() });

/** Sends an event's text message, once. @returns whether there was one to send */
export const textMessage = (event: Event): Promise<boolean> =>
  once({ eventId: event.id, channel: "sms" }, async () => {
    const request = asked.parse(event.payload);
    const user = await Users.fromId(request.userId);
    const message = user && !user.blocked ? await Codes.issue(request) : undefined;
    if (!user || !message) return false;
    const { to, code } = message;
    return Sms.send({ to, text: phoneCode[readerOf(user).language]({ code }) });
  });
