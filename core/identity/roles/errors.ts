import { defineError } from "../../kernel/errors.ts";

export const OwnRole = defineError(
  "OWN_ROLE",
  "forbidden",
  "This is your own account. Ask another administrator to change its role, or to block or unblock it.",
  "Ce compte est le vôtre. Demandez à un autre administrateur d'en changer le rôle, de le bloquer ou de le débloquer.",
);
export const AddressNotProven = defineError(
  "ADDRESS_NOT_PROVEN",
  "conflict",
  "This account's email address is not verified. The user must verify it before you can change the role.",
  "L'adresse e-mail de ce compte n'est pas vérifiée. L'utilisateur doit la vérifier avant que vous puissiez changer son rôle.",
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
  "Ce compte est en cours d'effacement et ne peut plus être débloqué.",
);
export const RoleRequestNotFound = defineError(
  "ROLE_REQUEST_NOT_FOUND",
  "not-found",
  "This request no longer exists: it was decided, it expired after 24 hours, or its author is no longer an administrator. Reload the list of requests.",
  "Cette demande n'existe plus : elle a été traitée, elle a expiré après 24 heures, ou son auteur n'est plus administrateur. Actualisez la liste des demandes.",
);
export const OwnRoleRequest = defineError(
  "OWN_ROLE_REQUEST",
  "forbidden",
  "You requested this change. Another administrator must approve it.",
  "Vous avez demandé ce changement. Un autre administrateur doit l'approuver.",
);
export const RoleRequestMismatch = defineError(
  "ROLE_REQUEST_MISMATCH",
  "invalid",
  "This is not the requested role. Approve the requested role, or withdraw the request first.",
  "Ce n'est pas le rôle demandé. Approuvez le rôle demandé, ou retirez d'abord la demande.",
);
export const RoleRequestWaits = defineError(
  "ROLE_REQUEST_WAITS",
  "conflict",
  "Another change of this user's role is pending. Approve or withdraw it first.",
  "Un autre changement de rôle est en attente pour cet utilisateur. Approuvez-le ou retirez-le d'abord.",
);
