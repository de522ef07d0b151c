import { defineError } from "../../kernel/errors.ts";

export const OwnRole = defineError(
  "OWN_ROLE",
  "forbidden",
  "This is your own account: another administrator must change its role, block it or let it in.",
  "Ce compte est le vôtre : un autre administrateur doit en changer le rôle, le bloquer ou le rouvrir.",
);
export const AddressNotProven = defineError(
  "ADDRESS_NOT_PROVEN",
  "conflict",
  "This account's e-mail address is not verified, so it may be anybody's: no role is given to it.",
  "L'adresse e-mail de ce compte n'est pas vérifiée, il peut donc être à n'importe qui : il ne reçoit aucun rôle.",
);
export const UserIsBlocked = defineError(
  "USER_IS_BLOCKED",
  "conflict",
  "This account is blocked. Unblock it before you give it a role.",
  "Ce compte est bloqué. Débloquez-le avant de lui donner un rôle.",
);
export const UserIsErased = defineError(
  "USER_IS_ERASED",
  "conflict",
  "This account is being erased and cannot be unblocked.",
  "Ce compte est en cours d'effacement : ses données disparaissent déjà, et il ne peut plus être rouvert.",
);
export const RoleRequestNotFound = defineError(
  "ROLE_REQUEST_NOT_FOUND",
  "not-found",
  "No change of this user's role waits with this approvalId: it was decided, its 24 hours are over, or its author is no longer an administrator.",
  "Aucun changement de rôle de cet utilisateur n'attend sous cet approvalId : il a été décidé, ses 24 heures sont écoulées, ou qui l'a demandé n'est plus administrateur.",
);
export const OwnRoleRequest = defineError(
  "OWN_ROLE_REQUEST",
  "forbidden",
  "You asked for this change: another administrator must approve it.",
  "Vous avez demandé ce changement : un autre administrateur doit l'approuver.",
);
export const RoleRequestMismatch = defineError(
  "ROLE_REQUEST_MISMATCH",
  "invalid",
  "This is not the role that was asked for: approve exactly that, or withdraw the request first.",
  "Ce n'est pas le rôle qui a été demandé : approuvez exactement celui-là, ou retirez d'abord la demande.",
);
export const RoleRequestWaits = defineError(
  "ROLE_REQUEST_WAITS",
  "conflict",
  "Another change of this user's role waits already: approve it or withdraw it first.",
  "Un autre changement du rôle de cet utilisateur attend déjà : approuvez-le ou retirez-le d'abord.",
);
