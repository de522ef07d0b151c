/** Generated from the API's documents by npm run sdk:types. */

export interface paths {
    "/api/account/erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["auth.data.read-erasure"];
        put?: never;
        post: operations["auth.data.ask-erasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["auth.data.read-export"];
        put?: never;
        post: operations["auth.data.ask-export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/export/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.data.link-export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.kyc.queue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/kyc/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.kyc.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/kyc/{userId}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["admin.kyc.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/queues/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.queues.adjustments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/queues/debts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.queues.debts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/queues/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.queues.erasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/queues/flagged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.queues.flagged"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/queues/flagged/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["admin.queues.resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/queues/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.queues.payments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/queues/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.queues.payouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/queues/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.queues.roles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/saveback-payout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.saveback-payout.read"];
        put?: never;
        post: operations["admin.saveback-payout.request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/trail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.trail.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.users.search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["admin.users.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["admin.users.block"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["admin.users.erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["admin.users.set-role"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/role-requests/{approvalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["admin.users.refuse-role"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["admin.users.unblock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/{framework}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["auth.framework.get"];
        put?: never;
        post: operations["auth.framework.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/2fa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["auth.two-factor.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/2fa/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.two-factor.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/2fa/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.two-factor.enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/2fa/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.two-factor.recovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/2fa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.two-factor.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["auth.accounts.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/accounts/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["auth.accounts.unlink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/change-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.change-email.request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/change-email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.change-email.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.password.change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.password.forgot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["auth.me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["auth.passkeys.list"];
        put?: never;
        post: operations["auth.passkeys.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["auth.passkeys.remove"];
        options?: never;
        head?: never;
        patch: operations["auth.passkeys.rename"];
        trace?: never;
    };
    "/api/auth/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.passkeys.register-options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkeys/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.passkeys.sign-in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkeys/sign-in/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.passkeys.sign-in-options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.prove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/proof/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.prove-options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.password.reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["auth.session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["auth.sessions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["auth.sessions.end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/end-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.sessions.end-others"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/signin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.signin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/signout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.signout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.verify-email.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-email/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.verify-email.request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-phone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.verify-phone.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-phone/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth.verify-phone.request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["web.billing.get"];
        put: operations["web.billing.put"];
        post: operations["web.billing.post"];
        delete: operations["web.billing.delete"];
        options?: never;
        head?: never;
        patch: operations["web.billing.patch"];
        trace?: never;
    };
    "/api/defi/dex/liquidity/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["defi.dex.liquidity.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/dex/liquidity/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.dex.liquidity.positions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/dex/liquidity/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["defi.dex.liquidity.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/dex/pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.dex.pairs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/dex/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.dex.quote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/dex/swap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["defi.dex.swap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/governance/delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.governance.delegation.read"];
        put: operations["defi.governance.delegation.set"];
        post?: never;
        delete: operations["defi.governance.delegation.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/governance/parameters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.governance.parameters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/governance/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.governance.proposals.list"];
        put?: never;
        post: operations["defi.governance.proposals.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/governance/proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.governance.proposals.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/governance/proposals/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["defi.governance.proposals.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/governance/proposals/{id}/vote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["defi.governance.proposals.vote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/governance/proposals/{id}/votes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.governance.proposals.votes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/governance/treasury": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.governance.treasury"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/governance/voting-power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.governance.voting-power"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.prices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/prices/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.prices.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/prices/{symbol}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.prices.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/staking/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["defi.staking.claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/staking/pools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.staking.pools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/staking/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.staking.positions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/staking/stake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["defi.staking.stake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/staking/unstake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["defi.staking.unstake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.wallets.list"];
        put?: never;
        post: operations["defi.wallets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/defi/wallets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["defi.wallets.read"];
        put: operations["defi.wallets.adjust"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/job-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["job-templates.list"];
        put?: never;
        post: operations["job-templates.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/job-templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["job-templates.read"];
        put?: never;
        post?: never;
        delete: operations["job-templates.remove"];
        options?: never;
        head?: never;
        patch: operations["job-templates.update"];
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["jobs.list"];
        put?: never;
        post: operations["jobs.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["jobs.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["jobs.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["jobs.share"];
        delete: operations["jobs.unshare"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["jobs.complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["jobs.fail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["jobs.heartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/lease": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["jobs.lease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/shared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["jobs.shared"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/shared/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["jobs.dismiss"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["keys.list"];
        put?: never;
        post: operations["keys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["keys.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["keys.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/loyalty/programs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["loyalty.programs.list"];
        put?: never;
        post: operations["loyalty.programs.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/loyalty/programs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["loyalty.programs.change"];
        trace?: never;
    };
    "/api/loyalty/programs/{id}/challenges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["loyalty.challenges.list"];
        put?: never;
        post: operations["loyalty.challenges.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/loyalty/programs/{id}/challenges/{challengeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["loyalty.challenges.change"];
        trace?: never;
    };
    "/api/loyalty/programs/{id}/challenges/{challengeId}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["loyalty.challenges.end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/loyalty/programs/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["loyalty.programs.end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/loyalty/programs/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["loyalty.programs.members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/loyalty/programs/{id}/redemptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["loyalty.programs.redeem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/loyalty/programs/{id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["loyalty.programs.statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notifications/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["notifications.stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["payments.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["payments.cards.list"];
        put?: never;
        post: operations["payments.cards.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/merchant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["payments.merchant.read"];
        put?: never;
        post: operations["payments.merchant.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/merchant/onboarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["payments.merchant.onboarding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/merchant/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["payments.merchant.refund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["payments.provider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/psp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["payments.psp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/setup-intents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["payments.setup-intents.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["payments.subscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["payments.transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["payments.validate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.auth.forgot-password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.auth.login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/auth/passkeys/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.auth.passkeys.sign-in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/auth/passkeys/sign-in/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.auth.passkeys.sign-in-options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.auth.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.auth.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.auth.reset-password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.cards.list"];
        put?: never;
        post: operations["mobile.cards.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/cards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.cards.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/cards/{id}/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.cards.details"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/cards/{id}/display-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.cards.display-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/cards/{id}/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.cards.freeze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/cards/{id}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.cards.pin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/cards/{id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["mobile.cards.settings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/cards/{id}/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.cards.unfreeze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/cards/apple-pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.cards.apple-pay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/cards/google-pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.cards.google-pay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/identity/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.identity.documents.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/identity/documents/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.identity.documents.upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/identity/selfie": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.identity.selfie"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/identity/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.identity.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/identity/verification/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.identity.verification.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/identity/verification/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.identity.verification.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/loyalty/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.loyalty.cards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/loyalty/cashback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.loyalty.cashback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/loyalty/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.loyalty.catalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/loyalty/challenges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.loyalty.challenges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/loyalty/enroll/{programId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.loyalty.enroll"];
        delete: operations["mobile.loyalty.leave"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/loyalty/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.loyalty.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/loyalty/programs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.loyalty.programs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/loyalty/referral": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.loyalty.referral"];
        put?: never;
        post: operations["mobile.loyalty.claim-referral"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/loyalty/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.loyalty.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/notifications/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.notifications.read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/notifications/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.notifications.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/notifications/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.notifications.preferences.read"];
        put: operations["mobile.notifications.preferences.replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/payees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.payees.list"];
        put?: never;
        post: operations["mobile.payees.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/payees/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["mobile.payees.remove"];
        options?: never;
        head?: never;
        patch: operations["mobile.payees.rename"];
        trace?: never;
    };
    "/api/v1/mobile/payments/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.payments.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/payments/process": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.payments.process"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/payments/qr/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.payments.qr.generate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/payments/qr/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.payments.qr.scan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/payments/scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.payments.scheduled.list"];
        put?: never;
        post: operations["mobile.payments.scheduled.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/payments/scheduled/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["mobile.payments.scheduled.cancel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/user/2fa/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.user.two-factor.enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/user/2fa/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.user.two-factor.recovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/user/2fa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.user.two-factor.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/user/erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.user.data.read-erasure"];
        put?: never;
        post: operations["mobile.user.data.ask-erasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/user/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.user.data.read-export"];
        put?: never;
        post: operations["mobile.user.data.ask-export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/user/export/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.user.data.link-export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/user/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.user.preferences.read"];
        put: operations["mobile.user.preferences.replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/user/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.user.profile.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["mobile.user.profile.update"];
        trace?: never;
    };
    "/api/v1/mobile/wallet/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.wallet.accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/wallet/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.wallet.balance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/wallet/topup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.wallet.topup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/wallet/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.wallet.transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/wallet/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mobile.wallet.read-transaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/wallet/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.wallet.transfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mobile/wallet/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mobile.wallet.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["webhooks.list"];
        put?: never;
        post: operations["webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["webhooks.remove"];
        options?: never;
        head?: never;
        patch: operations["webhooks.update"];
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["webhooks.deliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["webhooks.deliveries.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["webhooks.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["webhooks.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["webhooks.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.exchange.pairs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/pairs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.exchange.pairs.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/pairs/{id}/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.exchange.pairs.trades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.exchange.positions.list"];
        put?: never;
        post: operations["public.exchange.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/positions/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["public.exchange.positions.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.exchange.quotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/swaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["public.exchange.swaps.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/swaps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.exchange.swaps.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/farms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.farming.farms.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/farms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.farming.farms.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.farming.positions.list"];
        put?: never;
        post: operations["public.farming.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/positions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.farming.positions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/positions/{id}/harvest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["public.farming.positions.harvest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/positions/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["public.farming.positions.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["public.governance.delegation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.governance.proposals.list"];
        put?: never;
        post: operations["public.governance.proposals.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.governance.proposals.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/proposals/{id}/votes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["public.governance.proposals.vote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/voting-power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.governance.voting-power"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.portfolio.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.prices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.prices.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/{symbol}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.prices.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/pools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.staking.pools.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/pools/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.staking.pools.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.staking.positions.list"];
        put?: never;
        post: operations["public.staking.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.staking.positions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["public.staking.positions.claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions/{id}/compounding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["public.staking.positions.compounding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions/{id}/unstake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["public.staking.positions.unstake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/rewards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.staking.rewards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.transfers.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.wallets.list"];
        put?: never;
        post: operations["public.wallets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.wallets.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}/deposit-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.wallets.deposit-address"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.wallets.transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.events.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.holds.list"];
        put?: never;
        post: operations["public.holds.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/holds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.holds.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/holds/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["public.holds.release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets/{id}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.balances.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets/{id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["public.statements.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "card.authorization.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A card payment was authorized */
        post: operations["webhooks.events.card.authorization.approved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.authorization.captured": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A merchant has taken an authorized amount, or a part of it */
        post: operations["webhooks.events.card.authorization.captured"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.authorization.declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A card payment was declined */
        post: operations["webhooks.events.card.authorization.declined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A card was canceled permanently */
        post: operations["webhooks.events.card.canceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.frozen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A card was frozen */
        post: operations["webhooks.events.card.frozen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A card was issued to you */
        post: operations["webhooks.events.card.issued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card.unfrozen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A card was unfrozen, or a physical one activated */
        post: operations["webhooks.events.card.unfrozen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A dispute was won, lost or withdrawn */
        post: operations["webhooks.events.dispute.closed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The bank of a cardholder who paid you disputes a payment */
        post: operations["webhooks.events.dispute.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The bank has taken or returned money of a disputed payment, or the dispute's status has changed */
        post: operations["webhooks.events.dispute.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "farm.harvested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rewards of a farm were paid */
        post: operations["webhooks.events.farm.harvested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "farm.staked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pool shares were staked in a farm */
        post: operations["webhooks.events.farm.staked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "farm.withdrawn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pool shares were withdrawn from a farm, in part or in full */
        post: operations["webhooks.events.farm.withdrawn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyc.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The status of your identity verification has changed */
        post: operations["webhooks.events.kyc.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "liquidity.added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Liquidity was added to a pool */
        post: operations["webhooks.events.liquidity.added"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "liquidity.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Liquidity was removed from a pool */
        post: operations["webhooks.events.liquidity.removed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An order of the hosted checkout was paid */
        post: operations["webhooks.events.order.paid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An attempt to pay failed; the payment may still be paid */
        post: operations["webhooks.events.payment.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.refund_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A refund failed and its money was returned; the payer and the merchant's owner both receive it */
        post: operations["webhooks.events.payment.refund_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment was refunded, in part or in full */
        post: operations["webhooks.events.payment.refunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment was paid; the payer and the merchant's owner both receive it */
        post: operations["webhooks.events.payment.succeeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Voting on your proposal has begun */
        post: operations["webhooks.events.proposal.active"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Your proposal was cancelled */
        post: operations["webhooks.events.proposal.cancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** You created a proposal */
        post: operations["webhooks.events.proposal.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.defeated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Voting on your proposal ended, and it did not pass */
        post: operations["webhooks.events.proposal.defeated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.executed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The actions of your proposal have taken effect */
        post: operations["webhooks.events.proposal.executed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.queued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Your proposal waits for its timelock */
        post: operations["webhooks.events.proposal.queued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Voting on your proposal ended, and it passed */
        post: operations["webhooks.events.proposal.succeeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "stake.claimed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rewards of a stake were paid */
        post: operations["webhooks.events.stake.claimed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "stake.compounded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rewards of a stake were added to it */
        post: operations["webhooks.events.stake.compounded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "stake.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An amount was staked */
        post: operations["webhooks.events.stake.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "stake.unlocked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A stake reached its unlock date and moved to the flexible pool */
        post: operations["webhooks.events.stake.unlocked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "stake.unstaked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A stake was withdrawn, in part or in full */
        post: operations["webhooks.events.stake.unstaked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "swap.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A swap was completed */
        post: operations["webhooks.events.swap.completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transfer.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A user sent money to another user; both receive it, each with their own view */
        post: operations["webhooks.events.transfer.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "wallet.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A wallet was opened, by its owner or for incoming money */
        post: operations["webhooks.events.wallet.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "withdrawal.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A withdrawal was paid */
        post: operations["webhooks.events.withdrawal.completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "withdrawal.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A withdrawal was requested; its amount and fee are held */
        post: operations["webhooks.events.withdrawal.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "withdrawal.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A withdrawal was rejected or returned; the money is in the wallet again */
        post: operations["webhooks.events.withdrawal.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        adminError: {
            code?: string;
            error: string;
            fields?: {
                field: string;
                message: string;
            }[];
        };
        AdminUser: {
            blocked: boolean;
            /** Format: date-time */
            createdAt: string;
            email: string;
            emailVerified: string | null;
            id: string;
            name: string;
            /** @enum {string} */
            role: "PARTICULIER" | "PROFESSIONNEL" | "EMPLOYE" | "ADMIN";
            secondFactor: boolean;
        };
        ApiKey: {
            allowedAddresses: string[];
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            hint: string;
            id: string;
            lastUsedAt: string | null;
            /** @enum {string} */
            mode: "live" | "test";
            name: string;
            /** @enum {string} */
            plan: "free" | "pro" | "enterprise";
            previousUntil: string | null;
            scopes: string[];
        };
        AssetPrice: {
            change7d: string;
            change24h: string;
            circulatingSupply: string;
            high24h: string;
            /** Format: date-time */
            lastUpdated: string;
            low24h: string;
            marketCap: string;
            name: string;
            price: string;
            priceEur: string;
            priceUsd: string;
            symbol: string;
            volume24h: string;
        };
        authError: {
            code?: string;
            error: string;
            fields?: {
                field: string;
                message: string;
            }[];
            message?: string;
            retryAfter?: number | null;
        };
        BankEvent: {
            data?: {
                [key: string]: unknown;
            };
            eventId: string;
            type: string;
        } & {
            [key: string]: unknown;
        };
        Beneficiary: {
            createdAt: string;
            iban: string | null;
            id: string;
            name: string;
            /** @enum {string} */
            type: "bank_account" | "person";
            updatedAt: string;
            version: number;
        };
        Card: {
            brand: string;
            expMonth: number;
            expYear: number;
            id: string;
            isDefault: boolean;
            last4: string;
            /** @enum {string} */
            status: "active" | "inactive" | "locked" | "canceled";
            /** @enum {string} */
            type: "virtual" | "physical";
        };
        CardAuthorizationRequest: components["schemas"]["PspEvent"];
        DataExport: {
            expiresAt: string | null;
            readyAt: string | null;
            /** Format: date-time */
            requestedAt: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "canceled";
        };
        DataExportFile: components["schemas"]["JobFile"];
        Deed: {
            about: {
                [key: string]: string;
            };
            /** Format: date-time */
            at: string;
            by: string;
            /** @enum {string} */
            deed: "role-changed" | "role-change-asked" | "role-change-refused" | "user-blocked" | "user-unblocked" | "user-seen" | "user-erasure-asked" | "user-erasure-approved" | "user-erased" | "user-erased-again" | "wallet-adjusted" | "wallet-adjustment-asked" | "payment-decided" | "payment-approval-asked" | "saveback-payout-asked" | "identity-documents-seen" | "identity-decided" | "flag-resolved";
            hash: string | null;
            id: string;
            previousHash: string | null;
            reason: string;
            sequence: number | null;
            to: string | null;
        };
        DefiDelegation: {
            address: string;
            delegatedTo: string | null;
            delegators: number;
            since: string | null;
        };
        defiError: {
            code?: string;
            error: string;
            fields?: {
                field: string;
                message: string;
            }[];
        };
        DefiLiquidityPosition: {
            currentValue: string;
            id: string;
            lpTokens: string;
            pairId: string;
            token0Amount: string;
            token0Deposited: string;
            token1Amount: string;
            token1Deposited: string;
            unclaimedFees: string;
        };
        DefiProposal: {
            abstainVotes: string;
            actions: components["schemas"]["ProposalAction"][];
            againstVotes: string;
            cancelledAt: string | null;
            cancelReason: string | null;
            /** @enum {string} */
            category: "protocol" | "treasury" | "ecosystem" | "emergency";
            /** Format: date-time */
            createdAt: string;
            description: string;
            discussionUrl?: string;
            /** Format: date-time */
            endTime: string;
            /** Format: date-time */
            executableAt: string;
            executedAt: string | null;
            executionError: string | null;
            forVotes: string;
            id: string;
            proposer: string;
            quorumVotes: string;
            /** Format: date-time */
            snapshotTime: string;
            /** Format: date-time */
            startTime: string;
            /** @enum {string} */
            status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            title: string;
            transactionHash: string;
        };
        DefiStakingPool: {
            active: boolean;
            apy: string;
            id: string;
            lockPeriod: number;
            maxStake: string;
            minStake: string;
            name: string;
            rewardsFundedUntil: string | null;
            token: string;
            tvl: string;
            votingMultiplier: number;
        };
        DefiStakingPosition: {
            amount: string;
            compounding: boolean;
            id: string;
            poolId: string;
            rewards: string;
            /** Format: date-time */
            startDate: string;
            /** @enum {string} */
            status: "active" | "unstaking" | "completed";
            unlockDate: string | null;
            votingPower: string;
        };
        DefiVote: {
            proposalId: string;
            reason?: string;
            /** Format: date-time */
            timestamp: string;
            transactionHash: string;
            voter: string;
            /** @enum {string} */
            voteType: "for" | "against" | "abstain";
            votingPower: string;
        };
        DefiVotingPower: {
            address: string;
            delegatedPower: string;
            delegatedTo: string | null;
            stakedYani: string;
            stakingMultiplier: string;
            totalPower: string;
            votingPowerPercent: string;
            yaniBalance: string;
        };
        DefiWallet: {
            asset: {
                logoUrl: string;
                name: string;
                network: string;
                symbol: string;
            };
            availableBalance: number;
            balance: number;
            id: string;
            lockedBalance: number;
            owed: number;
            price: {
                change24h: number;
                eur: number;
                usd: number;
            };
            publicAddress: string;
            value: {
                eur: number;
                usd: number;
            };
        };
        DetailedAssetPrice: {
            allTimeHigh: string;
            /** Format: date-time */
            allTimeHighDate: string;
            allTimeLow: string;
            /** Format: date-time */
            allTimeLowDate: string;
            change1h: string;
            change7d: string;
            change24h: string;
            change30d: string;
            circulatingSupply: string;
            fullyDilutedValuation: string;
            high24h: string;
            /** Format: date-time */
            lastUpdated: string;
            low24h: string;
            marketCap: string;
            maxSupply: string;
            name: string;
            price: string;
            priceBtc: string;
            priceEth: string;
            priceEur: string;
            priceUsd: string;
            symbol: string;
            totalSupply: string;
            volume24h: string;
            volumeChange24h: string;
        };
        EnrolledLoyaltyProgram: {
            /** @enum {string} */
            category: "food" | "groceries" | "fashion" | "beauty" | "culture" | "travel" | "sport" | "home" | "other";
            id: string;
            /** Format: date-time */
            joinedAt: string;
            logoUrl: string;
            merchant: string;
            merchantId: string;
            name: string;
            points: number;
            pointsPerEuro: number;
            rate: number;
            /** @enum {string} */
            status: "active" | "ended";
            /** @enum {string} */
            tier: "bronze" | "silver" | "gold" | "platinum";
        };
        Erasure: {
            blockers: {
                amounts?: {
                    amount: string;
                    asset: string;
                }[];
                /** @enum {string} */
                code: "MONEY" | "DEBT" | "STAKES" | "LIQUIDITY" | "FARMING" | "WITHDRAWALS" | "PAYMENTS" | "DISPUTES" | "SUBSCRIPTION" | "SAVEBACK" | "SALES" | "STAFF";
                message: string;
            }[];
            dueAt: string | null;
            graceDays: number;
        };
        Flag: {
            amount: string | null;
            asset: string | null;
            /** Format: date-time */
            at: string;
            id: string;
            /** @enum {string} */
            kind: "payment" | "order" | "dispute" | "bank_transfer" | "withdrawal" | "identity" | "suspense";
            resolution: {
                /** Format: date-time */
                at: string;
                by: string;
                note: string;
            } | null;
            userId: string | null;
            why: string;
        };
        GovernanceParameters: {
            proposalThreshold: string;
            quorumVotes: string;
            timelockSeconds: number;
            votingDelaySeconds: number;
            votingPeriodSeconds: number;
        };
        inboundError: {
            error: string;
            requestId?: string;
        };
        Job: {
            attempts: number;
            capability: string;
            /** Format: date-time */
            createdAt: string;
            error: string | null;
            expiresAt: string | null;
            files: components["schemas"]["JobFile"][];
            finishedAt: string | null;
            id: string;
            maxAttempts: number;
            nextAttemptAt: string | null;
            payload: unknown;
            priority: number;
            progress: number | null;
            result: unknown;
            sharedBy: {
                email: string | null;
                name: string;
            } | null;
            sharedWith: string[];
            startedAt: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "canceled";
            type: string;
        };
        JobFile: {
            bytes: number;
            contentType: string;
            /** Format: date-time */
            expiresAt: string;
            name: string;
            url: string;
        };
        JobSummary: {
            attempts: number;
            capability: string;
            /** Format: date-time */
            createdAt: string;
            error: string | null;
            expiresAt: string | null;
            finishedAt: string | null;
            id: string;
            maxAttempts: number;
            nextAttemptAt: string | null;
            priority: number;
            progress: number | null;
            startedAt: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "canceled";
            type: string;
        };
        JobTemplate: {
            capability: string | null;
            /** Format: date-time */
            createdAt: string;
            id: string;
            name: string;
            payload: unknown;
            priority: number;
            type: string;
            /** Format: date-time */
            updatedAt: string;
        };
        KycDocument: {
            bytes: number;
            documentId: string;
            /** @enum {string} */
            documentType: "passport" | "national_id" | "driving_licence" | "residence_permit" | "proof_of_address" | "selfie";
            format: ("jpeg" | "png" | "pdf" | "heic") | null;
            reason: string | null;
            reasons: components["schemas"]["KycReason"][];
            /** @enum {string} */
            side: "front" | "back";
            /** @enum {string} */
            status: "awaiting_upload" | "pending_verification" | "in_review" | "verified" | "rejected";
            uploadedAt: string | null;
        };
        KycLevelLimits: {
            /** @constant */
            currency: "EUR";
            level: number;
            perDay: number;
            perMonth: number;
            perOperation: number;
        };
        KycReason: {
            /** @enum {string} */
            code: "document_unreadable" | "document_expired" | "document_not_accepted" | "document_incomplete" | "name_mismatch" | "selfie_mismatch" | "address_too_old" | "other";
            documentType: string | null;
            side: string | null;
        };
        LeasedJob: {
            attempts: number;
            capability: string;
            /** Format: date-time */
            createdAt: string;
            id: string;
            maxAttempts: number;
            owner: string;
            payload: unknown;
            priority: number;
            type: string;
        };
        LinkedAccount: {
            /** Format: date-time */
            linkedAt: string;
            provider: string;
        };
        LoyaltyCard: {
            id: string;
            /** Format: date-time */
            joinedAt: string;
            logoUrl: string;
            merchant: string;
            number: string;
            points: number;
            programId: string;
            programName: string;
            /** @enum {string} */
            status: "active" | "left";
            /** @enum {string} */
            tier: "bronze" | "silver" | "gold" | "platinum";
        };
        LoyaltyCardWithBarcode: {
            barcode: string;
            id: string;
            /** Format: date-time */
            joinedAt: string;
            logoUrl: string;
            merchant: string;
            number: string;
            points: number;
            programId: string;
            programName: string;
            /** @enum {string} */
            status: "active" | "left";
            /** @enum {string} */
            tier: "bronze" | "silver" | "gold" | "platinum";
        };
        LoyaltyChallenge: {
            /** Format: date-time */
            createdAt: string;
            description: string;
            /** Format: date-time */
            endsAt: string;
            id: string;
            name: string;
            points: number;
            programId: string | null;
            /** Format: date-time */
            startsAt: string;
            /** @enum {string} */
            status: "upcoming" | "active" | "ended";
            target: number;
            /** @enum {string} */
            type: "payments" | "amount" | "merchants";
        };
        LoyaltyChallengeProgress: {
            completed: boolean;
            completedAt: string | null;
            description: string;
            /** Format: date-time */
            endsAt: string;
            id: string;
            name: string;
            points: number;
            programId: string | null;
            progress: number;
            /** Format: date-time */
            startsAt: string;
            target: number;
            /** @enum {string} */
            type: "payments" | "amount" | "merchants";
        };
        LoyaltyLine: {
            balance: number;
            cause: {
                id: string | null;
                /** @enum {string} */
                kind: "payment" | "challenge" | "referral" | "redemption" | "expiry";
                name: string | null;
            };
            /** Format: date-time */
            createdAt: string;
            id: string;
            owed: number;
            points: number;
            programId: string | null;
            /** @enum {string} */
            type: "earned" | "taken_back" | "spent" | "expired";
        };
        LoyaltyProgram: {
            /** @enum {string} */
            category: "food" | "groceries" | "fashion" | "beauty" | "culture" | "travel" | "sport" | "home" | "other";
            id: string;
            logoUrl: string;
            merchant: string;
            merchantId: string;
            name: string;
            pointsPerEuro: number;
            rate: number;
            /** @enum {string} */
            status: "active" | "ended";
        };
        LoyaltyStanding: {
            expiring: {
                at: string | null;
                points: number;
            };
            nextTier: ("bronze" | "silver" | "gold" | "platinum") | null;
            points: number;
            pointsEarned12Months: number;
            pointsOwed: number;
            pointsToNextTier: number;
            /** @enum {string} */
            tier: "bronze" | "silver" | "gold" | "platinum";
        };
        mcpError: {
            available?: string[];
            error: string;
            fields?: {
                field: string;
                message: string;
            }[];
        };
        McpFailure: {
            error: {
                code: number;
                data?: unknown;
                message: string;
            };
            id?: string | number | null;
            /** @constant */
            jsonrpc: "2.0";
        };
        McpMessage: {
            id?: string | number;
            /** @constant */
            jsonrpc: "2.0";
            method: string;
            params?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        McpPrompt: {
            arguments: {
                description: string;
                name: string;
                required: boolean;
            }[];
            description: string;
            name: string;
            title: string;
        };
        McpResource: {
            description: string;
            mimeType: string;
            name: string;
            title: string;
            uri: string;
        };
        McpResourceTemplate: {
            description: string;
            mimeType: string;
            name: string;
            title: string;
            uriTemplate: string;
        };
        McpResult: {
            id: string | number;
            /** @constant */
            jsonrpc: "2.0";
            result: {
                [key: string]: unknown;
            };
        };
        MobileAccount: {
            availableBalance: number;
            balance: number;
            /** Format: date-time */
            createdAt: string;
            currency: string;
            iban: string | null;
            id: string;
            isDefault: boolean;
            lockedBalance: number;
            name: string;
            owed: number;
            /** @enum {string} */
            type: "fiat" | "crypto" | "savings";
        };
        MobileCard: {
            accountId: string | null;
            brand: string;
            cardholderName: string | null;
            /** Format: date-time */
            createdAt: string;
            currency: string | null;
            expiryMonth: number;
            expiryYear: number;
            id: string;
            isDefault: boolean;
            last4: string;
            settings: components["schemas"]["MobileCardSettings"] | null;
            /** @enum {string} */
            source: "issued" | "saved";
            /** @enum {string} */
            status: "active" | "frozen" | "inactive" | "canceled";
            /** @enum {string} */
            type: "virtual" | "physical";
        };
        MobileCardDetail: {
            accountId: string | null;
            brand: string;
            cardholderName: string | null;
            /** Format: date-time */
            createdAt: string;
            currency: string | null;
            expiryMonth: number;
            expiryYear: number;
            id: string;
            isDefault: boolean;
            last4: string;
            providerCardId: string | null;
            settings: components["schemas"]["MobileCardSettings"] | null;
            /** @enum {string} */
            source: "issued" | "saved";
            /** @enum {string} */
            status: "active" | "frozen" | "inactive" | "canceled";
            /** @enum {string} */
            type: "virtual" | "physical";
        };
        MobileCardDetails: {
            cardholderName: string;
            cardNumber: string;
            cvv: string;
            expiryMonth: string;
            expiryYear: string;
        };
        MobileCardDisplayKey: {
            ephemeralKeySecret: string;
            /** Format: date-time */
            expiresAt: string;
            providerCardId: string;
        };
        MobileCardSettings: {
            abroad: boolean;
            atmWithdrawals: boolean;
            contactless: boolean;
            limits: {
                daily: number | null;
                monthly: number | null;
                perTransaction: number | null;
            };
            onlinePayments: boolean;
        };
        mobileError: {
            details?: {
                field: string;
                message: string;
            }[] | Record<string, never>;
            error: string;
            message: string;
        };
        MobileNotification: {
            body: string;
            /** @enum {string} */
            category: "security" | "payments" | "transfers" | "loyalty" | "governance" | "jobs" | "marketing";
            id: string;
            /** Format: date-time */
            occurredAt: string;
            readAt: string | null;
            title: string;
            type: string;
        };
        MobilePayment: {
            accountId: string | null;
            amount: number;
            counterparty: string | null;
            /** Format: date-time */
            createdAt: string;
            currency: string;
            description: string | null;
            /** @enum {string} */
            direction: "in" | "out";
            fee: number;
            id: string;
            merchantId: string | null;
            /** @enum {string} */
            method: "account" | "card" | "qr" | "scheduled";
            refunded: number;
            saveback: number;
            /** @enum {string} */
            status: "pending" | "completed" | "failed" | "canceled" | "refunded";
            transactionId: string | null;
        };
        MobileScheduledPayment: {
            accountId: string;
            amount: number;
            beneficiaryName: string | null;
            /** Format: date-time */
            createdAt: string;
            currency: string;
            description: string;
            endDate: string | null;
            failedTries: number;
            failure: string | null;
            /** @enum {string} */
            frequency: "once" | "daily" | "weekly" | "monthly";
            iban: string | null;
            id: string;
            lastRunAt: string | null;
            lastTransactionId: string | null;
            nextRunAt: string | null;
            runs: number;
            /** Format: date */
            startDate: string;
            /** @enum {string} */
            status: "active" | "completed" | "canceled" | "failed";
            timezone: string;
            toAccountId: string | null;
            toBeneficiaryId: string | null;
            toEmail: string | null;
            /** Format: date-time */
            updatedAt: string;
            version: number;
        };
        MobileTransaction: {
            accountId: string | null;
            amount: number;
            balance: number | null;
            counterparty: string | null;
            /** Format: date-time */
            createdAt: string;
            currency: string;
            description: string | null;
            /** @enum {string} */
            direction: "in" | "out";
            fee: number;
            id: string;
            reference: string | null;
            /** @enum {string} */
            status: "pending" | "completed" | "failed" | "canceled" | "refunded";
            /** @enum {string} */
            type: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
        };
        MobileTransactionDetail: {
            accountId: string | null;
            address: string | null;
            amount: number;
            balance: number | null;
            beneficiaryId: string | null;
            cardLast4: string | null;
            counterparty: string | null;
            /** Format: date-time */
            createdAt: string;
            currency: string;
            description: string | null;
            /** @enum {string} */
            direction: "in" | "out";
            entry: {
                entryId: string;
                transactionHash: string;
            } | null;
            failure: string | null;
            fee: number;
            iban: string | null;
            id: string;
            merchant: {
                category: string;
                city: string | null;
                country: string | null;
                name: string;
            } | null;
            movements: {
                accountId: string;
                amount: number;
                currency: string;
                /** @enum {string} */
                direction: "in" | "out";
            }[];
            reference: string | null;
            refunded: number;
            /** @enum {string} */
            status: "pending" | "completed" | "failed" | "canceled" | "refunded";
            /** @enum {string} */
            type: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            /** Format: date-time */
            updatedAt: string;
        };
        MobileUser: {
            email: string;
            firstName: string;
            id: string;
            kycLevel: number;
            lastName: string;
            roles: ("PARTICULIER" | "PROFESSIONNEL" | "EMPLOYE" | "ADMIN")[];
        };
        NotificationPreferences: {
            governance: {
                email: boolean;
                inApp: boolean;
                push: boolean;
            };
            jobs: {
                email: boolean;
                inApp: boolean;
                push: boolean;
            };
            loyalty: {
                email: boolean;
                inApp: boolean;
                push: boolean;
            };
            marketing: {
                email: boolean;
                inApp: boolean;
                push: boolean;
            };
            payments: {
                email: boolean;
                inApp: boolean;
                push: boolean;
            };
            security: {
                /** @constant */
                email: true;
                /** @constant */
                inApp: true;
                /** @constant */
                push: true;
            };
            transfers: {
                email: boolean;
                inApp: boolean;
                push: boolean;
            };
            version: number;
        };
        Passkey: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            isSynced: boolean;
            lastUsedAt: string | null;
            name: string;
        };
        PasskeyAssertion: {
            /** Format: base64url */
            id: string;
            /** Format: base64url */
            rawId: string;
            response: {
                /** Format: base64url */
                authenticatorData: string;
                /** Format: base64url */
                clientDataJSON: string;
                /** Format: base64url */
                signature: string;
                /** Format: base64url */
                userHandle?: string;
            };
            /** @constant */
            type: "public-key";
        };
        PasskeyCreationOptions: {
            challenge: string;
            excludeCredentials: {
                id: string;
                transports?: string[];
                type: string;
            }[];
            rp: {
                id: string;
                name: string;
            };
            timeout: number;
            user: {
                displayName: string;
                id: string;
                name: string;
            };
        } & {
            [key: string]: unknown;
        };
        PasskeyRegistration: {
            /** Format: base64url */
            id: string;
            /** Format: base64url */
            rawId: string;
            response: {
                /** Format: base64url */
                attestationObject: string;
                /** Format: base64url */
                clientDataJSON: string;
                transports?: string[];
            };
            /** @constant */
            type: "public-key";
        };
        PasskeyRequestOptions: {
            allowCredentials?: {
                id: string;
                transports?: string[];
                type: string;
            }[];
            challenge: string;
            rpId: string;
            timeout: number;
            /** @constant */
            userVerification: "required";
        } & {
            [key: string]: unknown;
        };
        Payment: {
            amount: number;
            clientSecret: string;
            /** Format: date-time */
            created: string;
            currency: string;
            id: string;
            needsApproval: boolean;
            status: string;
        };
        paymentsError: {
            error: {
                code: number;
                details: {
                    field: string;
                    message: string;
                }[];
                message: string;
            };
            /** @constant */
            success: false;
        };
        PhoneWalletProvisioning: {
            cardholderName: string;
            cardId: string;
            ephemeralKey: {
                apiVersion: string;
                /** Format: date-time */
                expiresAt: string;
                id: string;
                secret: string;
            };
            last4: string;
            network: string;
            primaryAccountIdentifier: string | null;
        };
        PostalAddress: {
            city: string;
            country: string;
            line1: string;
            line2?: string;
            postalCode: string;
        };
        Preferences: {
            /** @enum {string} */
            currency: "EUR" | "USD";
            hideBalances: boolean;
            /** @enum {string} */
            language: "fr" | "en";
            /** @enum {string} */
            theme: "system" | "light" | "dark";
            timezone: string;
            version: number;
        };
        PriceCandle: {
            close: string;
            high: string;
            low: string;
            open: string;
            /** Format: date-time */
            timestamp: string;
            volume: string;
        };
        Profile: {
            address: components["schemas"]["PostalAddress"] | null;
            avatarUrl: string;
            /** Format: date-time */
            createdAt: string;
            dateOfBirth: string | null;
            email: string;
            emailVerified: string | null;
            firstName: string;
            id: string;
            kycLevel: number;
            lastName: string;
            phone: string | null;
            phoneVerified: string | null;
            roles: ("PARTICULIER" | "PROFESSIONNEL" | "EMPLOYE" | "ADMIN")[];
            /** Format: date-time */
            updatedAt: string;
            version: number;
        };
        ProposalAction: {
            calldata: string;
            signature: string;
            target: string;
            value: string;
        };
        ProposalSummary: {
            abstainVotes: string;
            againstVotes: string;
            cancelledAt: string | null;
            cancelReason: string | null;
            /** @enum {string} */
            category: "protocol" | "treasury" | "ecosystem" | "emergency";
            /** Format: date-time */
            createdAt: string;
            description: string;
            discussionUrl?: string;
            /** Format: date-time */
            endTime: string;
            /** Format: date-time */
            executableAt: string;
            executedAt: string | null;
            executionError: string | null;
            forVotes: string;
            id: string;
            proposer: string;
            quorumVotes: string;
            /** Format: date-time */
            snapshotTime: string;
            /** Format: date-time */
            startTime: string;
            /** @enum {string} */
            status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            title: string;
            transactionHash: string;
        };
        PspEvent: {
            created?: number;
            data?: {
                object: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
            id: string;
            type: string;
        } & {
            [key: string]: unknown;
        };
        publicError: {
            error: {
                code: string;
                details: Record<string, never>;
                message: string;
                request_id: string;
            };
        };
        RegisteredUser: {
            /** Format: date-time */
            createdAt: string;
            email: string;
            id: string;
            name: string;
            /** @enum {string} */
            role: "PARTICULIER" | "PROFESSIONNEL" | "EMPLOYE" | "ADMIN";
        };
        SavebackPlan: {
            beneficiaries: {
                amounts: {
                    amount: string;
                    amountMinor: string;
                    asset: string;
                }[];
                email: string | null;
                name: string | null;
                rewards: number;
                userId: string;
            }[];
            beneficiaryCount: number;
            /** Format: date-time */
            computedAt: string;
            filters: {
                programId: string | null;
                userId: string | null;
            };
            hash: string;
            method: {
                consistency: string;
                partitionsRead: number;
                rewardsRead: number;
                rounding: string;
                source: string;
                /** Format: date-time */
                startedAt: string;
                sums: string;
            };
            perAsset: {
                amount: string;
                amountMinor: string;
                asset: string;
                beneficiaries: number;
                programs: number;
                rewards: number;
            }[];
            perProgram: {
                amounts: {
                    amount: string;
                    amountMinor: string;
                    asset: string;
                }[];
                beneficiaries: number;
                merchantId: string;
                name: string | null;
                programId: string;
                rates: string[];
                rewards: number;
                status: ("active" | "ended") | null;
            }[];
            programCount: number;
            rewards: number;
            totals: {
                amount: string;
                amountMinor: string;
                asset: string;
            }[];
            truncated: boolean;
        };
        Session: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            ip: string;
            isCurrent: boolean;
            /** @enum {string} */
            kind: "web" | "mobile";
            /** Format: date-time */
            lastActive: string;
            name: string;
        };
        SignedInUser: {
            email: string;
            id: string;
            image: string;
            name: string;
            /** @enum {string} */
            role: "PARTICULIER" | "PROFESSIONNEL" | "EMPLOYE" | "ADMIN";
        };
        SwapQuote: {
            amountIn: string;
            amountOut: string;
            /** Format: date-time */
            expiresAt: string;
            fee: string;
            maximumAmountIn?: string;
            minimumReceived: string;
            priceImpact: string;
            route: string[];
            tokenIn: string;
            tokenOut: string;
        };
        Token: {
            address: string;
            decimals: number;
            logoUrl?: string;
            name?: string;
            symbol: string;
        };
        TradingPair: {
            apy: string;
            id: string;
            price: string;
            priceChange24h: string;
            reserve0: string;
            reserve1: string;
            token0: components["schemas"]["Token"];
            token1: components["schemas"]["Token"];
            tvl: string;
            volume24h: string;
        };
        Transaction: {
            amount: number;
            availableAt: string | null;
            cardLast4: string | null;
            completedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            currency: string;
            description: string;
            failureReason: string | null;
            id: string;
            needsApproval: boolean;
            refundedAmount: number;
            /** @enum {string} */
            status: "pending" | "awaiting_approval" | "succeeded" | "failed" | "canceled" | "refunded";
            /** @enum {string} */
            type: "payment" | "checkout" | "refund" | "dispute" | "reversal" | "bank_transfer";
        };
        Treasury: {
            poolShares: {
                pairId: string;
                shares: string;
            }[];
            rewards: {
                asset: string;
                balance: string;
                fundedUntil: string | null;
                owed: string;
                perYear: string;
            };
            treasury: {
                asset: string;
                balance: string;
            }[];
        };
        V1Allocation: {
            /** Format: decimal */
            amount: string;
            asset: string;
            percent: string;
            value: components["schemas"]["V1Worth"];
        };
        V1Candle: {
            close: string;
            high: string;
            low: string;
            open: string;
            /** Format: date-time */
            start: string;
            volume: string;
        };
        V1CardAuthorizationEvent: {
            /** Format: decimal */
            amount: string;
            asset: string;
            /** Format: decimal */
            captured_amount: string;
            card: string;
            /** Format: date-time */
            created_at: string;
            decline_reason: ("card_frozen" | "card_inactive" | "card_canceled" | "account_blocked" | "account_in_debt" | "insufficient_funds" | "online_payments_off" | "contactless_off" | "atm_withdrawals_off" | "abroad_off" | "transaction_limit" | "daily_limit" | "monthly_limit" | "identity_limit" | "currency" | "busy" | "provider") | null;
            id: string;
            last4: string;
            livemode: boolean;
            merchant: string;
            /** @constant */
            object: "card_authorization";
            /** @enum {string} */
            status: "pending" | "closed" | "reversed" | "expired" | "declined";
        };
        V1CardEvent: {
            brand: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            last4: string;
            livemode: boolean;
            /** @constant */
            object: "card";
            /** @enum {string} */
            status: "requested" | "active" | "frozen" | "inactive" | "canceled";
            /** @enum {string} */
            type: "virtual" | "physical";
            wallet: string;
        };
        V1Delegation: {
            address: string;
            /** Format: date-time */
            created_at: string;
            delegated_to: string | null;
            delegators: number;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "delegation";
            since: string | null;
        };
        V1DepositAddress: {
            address: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            memo: string | null;
            network: string;
            /** @constant */
            object: "deposit_address";
        };
        V1DetailedPrice: {
            all_time_high: string;
            /** Format: date-time */
            all_time_high_at: string;
            all_time_low: string;
            /** Format: date-time */
            all_time_low_at: string;
            asset: string;
            btc: string;
            change_1h: string;
            change_7d: string;
            change_24h: string;
            change_30d: string;
            circulating_supply: string;
            /** Format: date-time */
            created_at: string;
            eth: string;
            eur: string;
            fully_diluted_valuation: string;
            high_24h: string;
            id: string;
            livemode: boolean;
            low_24h: string;
            market_cap: string;
            max_supply: string;
            name: string;
            /** @constant */
            object: "price";
            total_supply: string;
            usd: string;
            volume_24h: string;
            volume_change_24h: string;
        };
        V1DisputeEvent: {
            /** Format: decimal */
            amount: string;
            asset: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "dispute";
            payment: string;
            /** Format: decimal */
            returned_amount: string;
            status: string;
            /** Format: decimal */
            taken_amount: string;
        };
        V1Farm: {
            apr_percent: string;
            /** Format: date-time */
            created_at: string;
            /** Format: decimal */
            emission_per_second: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "farm";
            pair: string;
            period_ends_at: string | null;
            period_seconds: number;
            pool_tvl_usd: string;
            reward_asset: string;
            /** Format: decimal */
            rewards_owed: string;
            /** Format: decimal */
            rewards_to_come: string;
            share_asset: string;
            staked_apr_percent: string | null;
            /** Format: decimal */
            staked_shares: string;
            /** @enum {string} */
            status: "active" | "finished" | "ended";
            tvl_usd: string;
        };
        V1FarmingPosition: {
            /** Format: date-time */
            created_at: string;
            farm: string;
            /** Format: decimal */
            harvested_rewards: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "farming_position";
            pair: string;
            /** Format: decimal */
            pending_rewards: string;
            reward_asset: string;
            share_asset: string;
            /** Format: decimal */
            shares: string;
            /** @enum {string} */
            status: "active" | "closed";
            value_usd: string;
        };
        V1FarmingPositionEvent: {
            asset: string;
            /** Format: date-time */
            created_at: string;
            farm: string;
            /** Format: decimal */
            harvested: string;
            id: string;
            livemode: boolean;
            moved: string;
            /** @constant */
            object: "farming_position";
            shares: string;
            transaction_hash: string;
        };
        V1FaucetGrant: {
            /** Format: decimal */
            amount: string;
            asset: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "faucet_grant";
            wallet: string;
        };
        V1HarvestedFarmingPosition: {
            /** Format: date-time */
            created_at: string;
            farm: string;
            /** Format: decimal */
            harvested_rewards: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "farming_position";
            pair: string;
            /** Format: decimal */
            pending_rewards: string;
            reward_asset: string;
            /** Format: decimal */
            rewards_paid: string;
            share_asset: string;
            /** Format: decimal */
            shares: string;
            /** @enum {string} */
            status: "active" | "closed";
            transaction_hash: string | null;
            value_usd: string;
        };
        V1KycEvent: {
            /** Format: date-time */
            created_at: string;
            id: string;
            /** @enum {string} */
            kind: "KYC" | "KYB";
            level: number;
            livemode: boolean;
            /** @constant */
            object: "kyc";
            /** @enum {string} */
            status: "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";
        };
        V1LiquidityPosition: {
            /** Format: decimal */
            base_amount: string;
            base_asset: string;
            /** Format: decimal */
            base_deposited: string;
            /** Format: date-time */
            created_at: string;
            /** Format: decimal */
            farmed_shares: string;
            fees_earned_usd: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "liquidity_position";
            pair: string;
            /** Format: decimal */
            quote_amount: string;
            quote_asset: string;
            /** Format: decimal */
            quote_deposited: string;
            share_asset: string;
            /** Format: decimal */
            shares: string;
            value_usd: string;
        };
        V1LiquidityPositionEvent: {
            /** Format: decimal */
            base_amount: string;
            base_asset: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "liquidity_position";
            pair: string;
            /** Format: decimal */
            quote_amount: string;
            quote_asset: string;
            share_asset: string;
            /** Format: decimal */
            shares: string;
            /** Format: decimal */
            shares_moved: string;
            transaction_hash: string;
        };
        V1LiquidityRemoval: {
            /** Format: decimal */
            base_amount: string;
            base_asset: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "liquidity_removal";
            position: components["schemas"]["V1LiquidityPosition"];
            /** Format: decimal */
            quote_amount: string;
            quote_asset: string;
            share_asset: string;
            /** Format: decimal */
            shares: string;
            transaction_hash: string;
        };
        V1NewLiquidity: {
            /** Format: decimal */
            base_amount: string;
            base_asset: string;
            /** Format: decimal */
            base_deposited: string;
            /** Format: date-time */
            created_at: string;
            /** Format: decimal */
            farmed_shares: string;
            fees_earned_usd: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "liquidity_position";
            pair: string;
            pool_share_percent: string;
            /** Format: decimal */
            quote_amount: string;
            quote_asset: string;
            /** Format: decimal */
            quote_deposited: string;
            share_asset: string;
            /** Format: decimal */
            shares: string;
            /** Format: decimal */
            shares_received: string;
            transaction_hash: string;
            value_usd: string;
        };
        V1NewStakingPosition: {
            /** Format: decimal */
            amount: string;
            asset: string;
            compounding: boolean;
            compounds_at: string | null;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "staking_position";
            /** Format: decimal */
            pending_rewards: string;
            pool: string;
            /** @enum {string} */
            status: "active" | "completed";
            transaction_hash: string;
            unlocks_at: string | null;
            /** Format: decimal */
            voting_power: string;
        };
        V1OrderEvent: {
            /** Format: decimal */
            amount: string;
            asset: string;
            /** Format: date-time */
            created_at: string;
            description: string | null;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "order";
            /** @constant */
            status: "paid";
        };
        V1Pair: {
            apy_percent: string;
            base_asset: string;
            /** Format: decimal */
            base_reserve: string;
            change_24h_percent: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "pair";
            price: string;
            quote_asset: string;
            /** Format: decimal */
            quote_reserve: string;
            tvl_usd: string;
            volume_24h_usd: string;
        };
        V1PaymentEvent: {
            /** Format: decimal */
            amount: string;
            asset: string;
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @enum {string} */
            direction: "in" | "out";
            failure_reason: string | null;
            id: string;
            livemode: boolean;
            merchant: string | null;
            /** @enum {string} */
            method: "account" | "card" | "qr" | "scheduled";
            /** @constant */
            object: "payment";
            /** Format: decimal */
            refunded_amount: string;
            /** @enum {string} */
            status: "succeeded" | "failed" | "refunded";
        };
        V1PoolRewards: {
            asset: string;
            /** Format: decimal */
            compounded: string;
            /** Format: decimal */
            earned: string;
            /** Format: decimal */
            paid: string;
            /** Format: decimal */
            pending: string;
            pool: string;
        };
        V1Portfolio: {
            allocation: components["schemas"]["V1Allocation"][];
            change_24h: {
                percent: string;
                usd: string;
            };
            /** Format: date-time */
            created_at: string;
            farmed: components["schemas"]["V1Worth"];
            id: string;
            livemode: boolean;
            /** @constant */
            object: "portfolio";
            pooled: components["schemas"]["V1Worth"];
            staked: components["schemas"]["V1Worth"];
            total: components["schemas"]["V1Worth"];
            wallets: components["schemas"]["V1Worth"];
        };
        V1Price: {
            asset: string;
            change_7d: string;
            change_24h: string;
            circulating_supply: string;
            /** Format: date-time */
            created_at: string;
            eur: string;
            high_24h: string;
            id: string;
            livemode: boolean;
            low_24h: string;
            market_cap: string;
            name: string;
            /** @constant */
            object: "price";
            usd: string;
            volume_24h: string;
        };
        V1PriceHistory: {
            asset: string;
            /** Format: date-time */
            created_at: string;
            data: components["schemas"]["V1Candle"][];
            /** Format: date-time */
            from: string;
            id: string;
            /** @enum {string} */
            interval: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
            livemode: boolean;
            /** @constant */
            object: "price_history";
            /** Format: date-time */
            to: string;
        };
        V1Proposal: {
            /** Format: decimal */
            abstain_votes: string;
            /** Format: decimal */
            against_votes: string;
            cancel_reason: string | null;
            cancelled_at: string | null;
            /** @enum {string} */
            category: "protocol" | "treasury" | "ecosystem" | "emergency";
            /** Format: date-time */
            created_at: string;
            description: string;
            discussion_url: string | null;
            /** Format: date-time */
            ends_at: string;
            /** Format: date-time */
            executable_at: string;
            executed_at: string | null;
            execution_error: string | null;
            /** Format: decimal */
            for_votes: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "proposal";
            proposer: string;
            /** Format: decimal */
            quorum_votes: string;
            /** Format: date-time */
            snapshot_at: string;
            /** Format: date-time */
            starts_at: string;
            /** @enum {string} */
            status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            title: string;
            transaction_hash: string;
        };
        V1ProposalWithActions: {
            /** Format: decimal */
            abstain_votes: string;
            actions: {
                calldata: string;
                signature: string;
                target: string;
                value: string;
            }[];
            /** Format: decimal */
            against_votes: string;
            cancel_reason: string | null;
            cancelled_at: string | null;
            /** @enum {string} */
            category: "protocol" | "treasury" | "ecosystem" | "emergency";
            /** Format: date-time */
            created_at: string;
            description: string;
            discussion_url: string | null;
            /** Format: date-time */
            ends_at: string;
            /** Format: date-time */
            executable_at: string;
            executed_at: string | null;
            execution_error: string | null;
            /** Format: decimal */
            for_votes: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "proposal";
            proposer: string;
            /** Format: decimal */
            quorum_votes: string;
            /** Format: date-time */
            snapshot_at: string;
            /** Format: date-time */
            starts_at: string;
            /** @enum {string} */
            status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            title: string;
            transaction_hash: string;
        };
        V1PublicTransaction: components["schemas"]["V1Transaction"];
        V1Quote: {
            /** Format: decimal */
            amount_in: string;
            /** Format: decimal */
            amount_out: string;
            asset_in: string;
            asset_out: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: decimal */
            fee: string;
            id: string;
            livemode: boolean;
            max_amount_in: string | null;
            /** Format: decimal */
            min_amount_out: string;
            /** @constant */
            object: "quote";
            price_impact_percent: string;
            route: string[];
        };
        V1RewardClaim: {
            asset: string;
            /** Format: decimal */
            claimed: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "reward_claim";
            /** Format: decimal */
            pending_rewards: string;
            position: string;
            transaction_hash: string | null;
        };
        V1StakedFarmingPosition: {
            /** Format: date-time */
            created_at: string;
            farm: string;
            /** Format: decimal */
            harvested_rewards: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "farming_position";
            pair: string;
            /** Format: decimal */
            pending_rewards: string;
            reward_asset: string;
            share_asset: string;
            /** Format: decimal */
            shares: string;
            /** @enum {string} */
            status: "active" | "closed";
            transaction_hash: string | null;
            value_usd: string;
        };
        V1StakingPool: {
            active: boolean;
            apy_percent: string;
            asset: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            lock_days: number;
            /** Format: decimal */
            max_stake: string;
            /** Format: decimal */
            min_stake: string;
            name: string;
            /** @constant */
            object: "staking_pool";
            rewards_funded_until: string | null;
            /** Format: decimal */
            staked: string;
            voting_multiplier: string;
        };
        V1StakingPosition: {
            /** Format: decimal */
            amount: string;
            asset: string;
            compounding: boolean;
            compounds_at: string | null;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "staking_position";
            /** Format: decimal */
            pending_rewards: string;
            pool: string;
            /** @enum {string} */
            status: "active" | "completed";
            unlocks_at: string | null;
            /** Format: decimal */
            voting_power: string;
        };
        V1StakingPositionEvent: {
            /** Format: decimal */
            amount: string;
            asset: string;
            compounding: boolean;
            compounds_at: string | null;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** Format: decimal */
            moved: string;
            /** @constant */
            object: "staking_position";
            /** Format: decimal */
            penalty: string;
            /** Format: decimal */
            pending_rewards: string;
            pool: string;
            /** @enum {string} */
            status: "active" | "completed";
            transaction_hash: string | null;
            unlocks_at: string | null;
        };
        V1StakingReward: {
            /** Format: decimal */
            amount: string;
            asset: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            /** @enum {string} */
            kind: "claimed" | "unstaked" | "compounded";
            livemode: boolean;
            /** @constant */
            object: "staking_reward";
            pool: string;
            position: string;
            transaction_hash: string;
        };
        V1Swap: {
            /** Format: decimal */
            amount_in: string;
            /** Format: decimal */
            amount_out: string;
            asset_in: string;
            asset_out: string;
            /** Format: date-time */
            created_at: string;
            /** Format: decimal */
            fee: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "swap";
            price_impact_percent: string;
            route: string[];
            transaction_hash: string;
        };
        V1TestClock: {
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** Format: date-time */
            now: string;
            /** @constant */
            object: "test_clock";
            offset_seconds: number;
            /** @enum {string} */
            status: "ready" | "advancing";
        };
        V1TestSandbox: {
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "test_sandbox";
        };
        V1Trade: {
            /** Format: decimal */
            base_amount: string;
            base_asset: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "trade";
            pair: string;
            price: string;
            /** Format: decimal */
            quote_amount: string;
            quote_asset: string;
            /** @enum {string} */
            side: "buy" | "sell";
        };
        V1Transaction: {
            /** Format: decimal */
            amount: string;
            asset: string;
            balance: string | null;
            counterparty: string | null;
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @enum {string} */
            direction: "in" | "out";
            /** Format: decimal */
            fee: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "transaction";
            source: string | null;
            /** @enum {string} */
            status: "pending" | "completed" | "failed" | "canceled" | "refunded";
            /** @enum {string} */
            type: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            /** Format: date-time */
            updated_at: string;
            wallet: string | null;
        };
        V1Transfer: {
            /** Format: decimal */
            amount: string;
            asset: string;
            counterparty: string | null;
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @enum {string} */
            direction: "in" | "out";
            from_wallet: string | null;
            hold: string | null;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "transfer";
            splits: components["schemas"]["V1TransferPart"][] | null;
            /** @constant */
            status: "completed";
            to_wallet: string | null;
        };
        V1TransferPart: {
            /** Format: decimal */
            amount: string;
            asset: string;
            counterparty: string | null;
            to_wallet: string | null;
        };
        V1Unstake: {
            /** Format: decimal */
            amount: string;
            asset: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "unstake";
            /** Format: decimal */
            penalty: string;
            position: components["schemas"]["V1StakingPosition"];
            /** Format: decimal */
            received: string;
            /** Format: decimal */
            rewards_paid: string;
            transaction_hash: string;
        };
        V1Vote: {
            /** Format: date-time */
            created_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "vote";
            proposal: string;
            reason: string | null;
            transaction_hash: string;
            /** @enum {string} */
            vote: "for" | "against" | "abstain";
            voter: string;
            /** Format: decimal */
            voting_power: string;
        };
        V1VotingPower: {
            address: string;
            /** Format: date-time */
            created_at: string;
            /** Format: decimal */
            delegated_power: string;
            delegated_to: string | null;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "voting_power";
            share_percent: string;
            /** Format: decimal */
            staked_balance: string;
            staking_multiplier: string;
            /** Format: decimal */
            total_power: string;
            /** Format: decimal */
            wallet_balance: string;
        };
        V1Wallet: {
            asset: string;
            /** Format: decimal */
            available_balance: string;
            /** Format: decimal */
            balance: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            label: string | null;
            livemode: boolean;
            /** Format: decimal */
            locked_balance: string;
            /** @constant */
            object: "wallet";
            value: {
                eur: string;
                usd: string;
            };
        };
        V1Withdrawal: {
            /** Format: decimal */
            amount: string;
            asset: string;
            /** Format: date-time */
            created_at: string;
            description: string | null;
            destination: {
                address: string | null;
                beneficiary: string | null;
                iban: string | null;
                name: string | null;
                network: string;
                /** @enum {string} */
                type: "iban" | "address";
            };
            failure_reason: string | null;
            /** Format: decimal */
            fee: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "withdrawal";
            /** @enum {string} */
            status: "pending" | "completed" | "failed";
            wallet: string;
        };
        V1WithdrawnFarmingPosition: {
            /** Format: date-time */
            created_at: string;
            farm: string;
            /** Format: decimal */
            harvested_rewards: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "farming_position";
            pair: string;
            /** Format: decimal */
            pending_rewards: string;
            reward_asset: string;
            /** Format: decimal */
            rewards_paid: string;
            share_asset: string;
            /** Format: decimal */
            shares: string;
            /** @enum {string} */
            status: "active" | "closed";
            transaction_hash: string | null;
            value_usd: string;
            /** Format: decimal */
            withdrawn_shares: string;
        };
        V1Worth: {
            eur: string;
            usd: string;
        };
        V2Amount: {
            asset: string;
            value: string;
        };
        V2Balance: {
            asset: string;
            /** Format: date-time */
            at: string;
            available: components["schemas"]["V2Amount"];
            balance: components["schemas"]["V2Amount"];
            /** Format: date-time */
            created_at: string;
            holds: components["schemas"]["V2Hold"][] | null;
            id: string;
            livemode: boolean;
            locked: components["schemas"]["V2Amount"];
            /** @constant */
            object: "balance";
            wallet: string;
        };
        V2CapturedHold: {
            amount: components["schemas"]["V2Amount"];
            asset: string;
            captured: components["schemas"]["V2Amount"];
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** Format: date-time */
            expires_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "hold";
            remaining: components["schemas"]["V2Amount"];
            /** @enum {string} */
            status: "active" | "captured" | "released" | "expired";
            transfer: string;
            wallet: string;
        };
        V2Event: {
            /** Format: date-time */
            created_at: string;
            data: {
                [key: string]: unknown;
            };
            id: string;
            livemode: boolean;
            /** @constant */
            object: "event";
            sequence: number;
            /** @enum {string} */
            type: "job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated";
        };
        V2Hold: {
            amount: components["schemas"]["V2Amount"];
            asset: string;
            captured: components["schemas"]["V2Amount"];
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** Format: date-time */
            expires_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "hold";
            remaining: components["schemas"]["V2Amount"];
            /** @enum {string} */
            status: "active" | "captured" | "released" | "expired";
            wallet: string;
        };
        V2PriceTicket: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            id: string;
            livemode: boolean;
            /** @constant */
            object: "price_ticket";
            ticket: string;
        };
        V2Standing: {
            available: components["schemas"]["V2Amount"];
            balance: components["schemas"]["V2Amount"];
            hash: string;
            locked: components["schemas"]["V2Amount"];
            sequence: string;
        };
        V2Statement: {
            asset: string;
            closing: components["schemas"]["V2Standing"];
            /** Format: date-time */
            created_at: string;
            current: components["schemas"]["V2Standing"];
            data: components["schemas"]["V2StatementLine"][];
            /** Format: date-time */
            from: string;
            has_more: boolean;
            id: string;
            livemode: boolean;
            next_cursor: string | null;
            /** @constant */
            object: "statement";
            opening: components["schemas"]["V2Standing"];
            page_opening: components["schemas"]["V2Standing"];
            /** Format: date-time */
            to: string;
            wallet: string;
        };
        V2StatementLine: {
            amount: components["schemas"]["V2Amount"];
            available: components["schemas"]["V2Amount"];
            available_change: components["schemas"]["V2Amount"];
            balance: components["schemas"]["V2Amount"];
            counterparty: string | null;
            /** Format: date-time */
            created_at: string;
            entry: string;
            entry_hash: string;
            hash: string;
            id: string;
            ledger_type: string;
            livemode: boolean;
            locked: components["schemas"]["V2Amount"];
            locked_change: components["schemas"]["V2Amount"];
            /** @constant */
            object: "statement_line";
            previous_hash: string;
            sequence: string;
            /** @enum {string} */
            type: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
        };
        WalletTransaction: {
            amount: number;
            from: string;
            id: string;
            /** Format: date-time */
            timestamp: string;
            type: string;
        };
        webError: {
            code?: string;
            error: string;
            fields?: {
                field: string;
                message: string;
            }[];
        };
        Webhook: {
            /** @enum {string} */
            apiVersion: "v1" | "v2";
            /** Format: date-time */
            createdAt: string;
            disabledAt: string | null;
            disabledReason: ("owner" | "gone" | "failing") | null;
            enabled: boolean;
            events: ("job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated")[];
            failingSince: string | null;
            id: string;
            /** @enum {string} */
            mode: "live" | "test";
            name: string;
            ordered: boolean;
            /** Format: date-time */
            updatedAt: string;
            url: string;
        };
        WebhookDelivery: {
            attemptCount: number;
            attempts: {
                /** Format: date-time */
                at: string;
                durationMs: number;
                error: string | null;
                number: number;
                responseBody: string;
                status: number | null;
            }[];
            body: string;
            /** Format: date-time */
            createdAt: string;
            /** @enum {string} */
            event: "job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated";
            eventId: string;
            id: string;
            nextAttemptAt: string | null;
            /** @enum {string} */
            status: "pending" | "delivered" | "dead" | "skipped";
            webhookId: string;
        };
        WebhookReplay: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            from: string;
            id: string;
            /** Format: date-time */
            to: string;
            types: ("job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated")[];
            webhookId: string;
        };
        WebUser: {
            accounts: {
                /** Format: date-time */
                linkedAt: string;
                provider: string;
            }[];
            /** Format: date-time */
            createdAt: string;
            email: string;
            emailVerified: string | null;
            id: string;
            image: string;
            name: string;
            preferences: {
                currency: string;
                language: string;
                notifications: boolean;
            };
            /** @enum {string} */
            role: "PARTICULIER" | "PROFESSIONNEL" | "EMPLOYE" | "ADMIN";
            /** Format: date-time */
            updatedAt: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "auth.data.read-erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
        };
    };
    "auth.data.ask-erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    password?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        erasure: {
                            /** Format: date-time */
                            dueAt: string;
                        };
                    };
                };
            };
        };
    };
    "auth.data.read-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        export: components["schemas"]["DataExport"] | null;
                    };
                };
            };
        };
    };
    "auth.data.ask-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    password?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        export: components["schemas"]["DataExport"];
                    };
                };
            };
        };
    };
    "auth.data.link-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    password?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataExportFile"];
                };
            };
        };
    };
    "admin.kyc.queue": {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        next: string | null;
                        verifications: {
                            /** Format: date-time */
                            startedAt: string;
                            userId: string;
                            verificationId: string;
                        }[];
                    };
                };
            };
        };
    };
    "admin.kyc.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        decisions: {
                            /** Format: date-time */
                            at: string;
                            by: string;
                            cause: ("sanctions" | "fraud") | null;
                            /** @enum {string} */
                            decided: "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";
                            /** @enum {string} */
                            kind: "KYC" | "KYB";
                            level: number;
                            note: string | null;
                            /** @enum {string} */
                            status: "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";
                        }[];
                        documents: {
                            bytes: number;
                            documentId: string;
                            /** @enum {string} */
                            documentType: "passport" | "national_id" | "driving_licence" | "residence_permit" | "proof_of_address" | "selfie";
                            /** Format: date-time */
                            expiresAt: string;
                            /** @enum {string} */
                            format: "jpeg" | "png" | "pdf" | "heic";
                            /** @enum {string} */
                            side: "front" | "back";
                            /** Format: date-time */
                            uploadedAt: string;
                            /** Format: uri */
                            url: string;
                        }[];
                        level: number;
                        /** @enum {string} */
                        status: "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";
                        user: {
                            address: components["schemas"]["PostalAddress"] | null;
                            /** Format: date-time */
                            createdAt: string;
                            dateOfBirth: string | null;
                            email: string;
                            firstName: string | null;
                            id: string;
                            lastName: string | null;
                            name: string;
                            phone: string | null;
                        };
                        verification: {
                            decidedAt: string | null;
                            isOpen: boolean;
                            level: number;
                            reasons: components["schemas"]["KycReason"][];
                            /** Format: date-time */
                            startedAt: string;
                            verificationId: string;
                        } | null;
                    };
                };
            };
        };
    };
    "admin.kyc.decide": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    decision: "approve";
                    level?: number;
                    note?: string;
                    verificationId?: string;
                } | {
                    /** @enum {string} */
                    cause?: "sanctions" | "fraud";
                    /** @constant */
                    decision: "reject";
                    note?: string;
                    reasons: {
                        /** @enum {string} */
                        code: "document_unreadable" | "document_expired" | "document_not_accepted" | "document_incomplete" | "name_mismatch" | "selfie_mismatch" | "address_too_old" | "other";
                        /** @enum {string} */
                        documentType?: "passport" | "national_id" | "driving_licence" | "residence_permit" | "proof_of_address" | "selfie";
                        /** @enum {string} */
                        side?: "front" | "back";
                    }[];
                    verificationId?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        level: number;
                        /** @enum {string} */
                        status: "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";
                        userId: string;
                    };
                };
            };
        };
    };
    "admin.queues.adjustments": {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        adjustments: {
                            amount: string;
                            approvalId: string;
                            asset: string;
                            /** Format: date-time */
                            expiresAt: string;
                            flagId: string | null;
                            /** @enum {string} */
                            operation: "DEPOSIT" | "WITHDRAW";
                            reason: string;
                            /** Format: date-time */
                            requestedAt: string;
                            requestedBy: string;
                            walletId: string;
                        }[];
                        next: string | null;
                    };
                };
            };
        };
    };
    "admin.queues.debts": {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        debts: {
                            amount: string;
                            asset: string;
                            userId: string;
                        }[];
                        next: string | null;
                    };
                };
            };
        };
    };
    "admin.queues.erasures": {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        erasures: {
                            begun: boolean;
                            /** Format: date-time */
                            dueAt: string;
                            /** Format: date-time */
                            heldUpSince: string;
                            pendingApproval: {
                                /** Format: date-time */
                                expiresAt: string;
                                id: string;
                                requestedBy: string;
                            } | null;
                            reasons: {
                                /** @enum {string} */
                                code: "MONEY" | "DEBT" | "STAKES" | "LIQUIDITY" | "FARMING" | "WITHDRAWALS" | "PAYMENTS" | "DISPUTES" | "SUBSCRIPTION" | "SAVEBACK" | "SALES" | "STAFF" | "BLOCKED" | "PROVIDER" | "FAILED";
                                message: string;
                            }[];
                            /** Format: date-time */
                            requestedAt: string;
                            requestedBy: string;
                            userId: string;
                        }[];
                        next: string | null;
                    };
                };
            };
        };
    };
    "admin.queues.flagged": {
        parameters: {
            query?: {
                after?: string;
                kind?: "payment" | "order" | "dispute" | "bank_transfer" | "withdrawal" | "identity" | "suspense";
                limit?: number;
                status?: "open" | "resolved" | "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        flagged: components["schemas"]["Flag"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    "admin.queues.resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @enum {string} */
                    kind: "payment" | "order" | "dispute" | "bank_transfer" | "withdrawal" | "identity" | "suspense";
                    note: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        flagged: components["schemas"]["Flag"];
                    };
                };
            };
        };
    };
    "admin.queues.payments": {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        next: string | null;
                        payments: {
                            amount: string;
                            asset: string;
                            cardLast4: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            description: string;
                            firstApproval: {
                                /** Format: date-time */
                                at: string;
                                by: string;
                                /** Format: date-time */
                                expiresAt: string;
                            } | null;
                            flagged: string | null;
                            id: string;
                            merchantId: string | null;
                            status: string;
                            userId: string;
                        }[];
                    };
                };
            };
        };
    };
    "admin.queues.payouts": {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        next: string | null;
                        payouts: {
                            beneficiaryCount: number;
                            planHash: string;
                            programCount: number;
                            programId: string | null;
                            /** Format: date-time */
                            requestedAt: string;
                            requestedBy: string;
                            requestId: string;
                            rewards: number;
                            /** @constant */
                            status: "pending_human_approval";
                            totals: {
                                amount: string;
                                asset: string;
                            }[];
                            userId: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "admin.queues.roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: {
                            approvalId: string;
                            /** @enum {string} */
                            before: "PARTICULIER" | "PROFESSIONNEL" | "EMPLOYE" | "ADMIN";
                            /** Format: date-time */
                            expiresAt: string;
                            reason: string;
                            /** Format: date-time */
                            requestedAt: string;
                            requestedBy: string;
                            /** @enum {string} */
                            role: "PARTICULIER" | "PROFESSIONNEL" | "EMPLOYE" | "ADMIN";
                            userId: string;
                        }[];
                    };
                };
            };
        };
    };
    "admin.saveback-payout.read": {
        parameters: {
            query?: {
                programId?: string;
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            pendingTotals: {
                                beneficiaryCount: number;
                                programCount: number;
                                rewards: number;
                                totals: {
                                    amount: string;
                                    amountMinor: string;
                                    asset: string;
                                }[];
                            };
                            plan: components["schemas"]["SavebackPlan"];
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "admin.saveback-payout.request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "preview" | "execute";
                    programId?: string;
                    userId?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            plan: components["schemas"]["SavebackPlan"];
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            message: string;
                            plan: components["schemas"]["SavebackPlan"];
                            requestId: string;
                            /** @constant */
                            status: "pending_human_approval";
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "admin.trail.list": {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deeds: components["schemas"]["Deed"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    "admin.users.search": {
        parameters: {
            query?: {
                email?: string;
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["AdminUser"][];
                    };
                };
            };
        };
    };
    "admin.users.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: {
                            blocked: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            email: string;
                            emailVerified: string | null;
                            id: string;
                            language: ("fr" | "en") | null;
                            name: string;
                            owed: {
                                amount: string;
                                asset: string;
                            }[];
                            phone: string | null;
                            /** @enum {string} */
                            role: "PARTICULIER" | "PROFESSIONNEL" | "EMPLOYE" | "ADMIN";
                            secondFactor: boolean;
                        };
                    };
                };
            };
        };
    };
    "admin.users.block": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["AdminUser"];
                    };
                };
            };
        };
    };
    "admin.users.erase": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    approvalId?: string;
                    reason: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        erasure: {
                            /** Format: date-time */
                            dueAt: string;
                        };
                    };
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pendingApproval: {
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                        };
                    };
                };
            };
        };
    };
    "admin.users.set-role": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    approvalId?: string;
                    reason: string;
                    /** @enum {string} */
                    role: "PARTICULIER" | "PROFESSIONNEL" | "EMPLOYE" | "ADMIN";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["AdminUser"];
                    };
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pendingApproval: {
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                        };
                    };
                };
            };
        };
    };
    "admin.users.refuse-role": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approvalId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
        };
    };
    "admin.users.unblock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["AdminUser"];
                    };
                };
            };
        };
    };
    "auth.framework.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                framework: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        csrfToken: string;
                    } | {
                        [key: string]: {
                            callbackUrl: string;
                            id: string;
                            name: string;
                            signinUrl: string;
                            /** @enum {string} */
                            type: "credentials" | "oauth";
                        };
                    };
                };
            };
        };
    };
    "auth.framework.post": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                framework: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    callbackUrl?: string;
                    csrfToken?: string;
                    email?: string;
                    json?: boolean | string;
                    /** Format: password */
                    password?: string;
                    recoveryCode?: string;
                    totpCode?: string;
                };
                "application/x-www-form-urlencoded": {
                    callbackUrl?: string;
                    csrfToken?: string;
                    email?: string;
                    json?: boolean | string;
                    /** Format: password */
                    password?: string;
                    recoveryCode?: string;
                    totpCode?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                    } | {
                        expires?: string;
                        user?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "auth.two-factor.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        authenticator: boolean;
                        enabled: boolean;
                        hasPassword: boolean;
                        recoveryCodesLeft: number;
                    };
                };
            };
        };
    };
    "auth.two-factor.disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    code?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        enabled: false;
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.two-factor.enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: password */
                    password?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        expiresAt: string;
                        otpauthUrl: string;
                        qrCode: string;
                        secret: string;
                    };
                };
            };
        };
    };
    "auth.two-factor.recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    code?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recoveryCodes: string[];
                    };
                };
            };
        };
    };
    "auth.two-factor.verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        enabled: true;
                        recoveryCodes?: string[];
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.accounts.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["LinkedAccount"][];
                    };
                };
            };
        };
    };
    "auth.accounts.unlink": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "auth.change-email.request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    newEmail: string;
                    /** Format: password */
                    password?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.change-email.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                } | {
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.password.change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: password */
                    currentPassword: string;
                    /** Format: password */
                    newPassword: string & (unknown & unknown);
                    /** @default false */
                    unlinkAccounts?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        expiresIn: 86400;
                        linkedAccounts: components["schemas"]["LinkedAccount"][];
                        refreshToken?: string;
                        token?: string;
                    };
                };
            };
        };
    };
    "auth.password.forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** Format: password */
                    password: string;
                    recoveryCode?: string;
                    totpCode?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        expiresIn: 86400;
                        refreshToken: string;
                        token: string;
                        user: components["schemas"]["SignedInUser"];
                    };
                };
            };
        };
    };
    "auth.logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["WebUser"];
                    };
                };
            };
        };
    };
    "auth.passkeys.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        passkeys: components["schemas"]["Passkey"][];
                    };
                };
            };
        };
    };
    "auth.passkeys.register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    response: components["schemas"]["PasskeyRegistration"];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        passkey: components["schemas"]["Passkey"];
                        recoveryCodes?: string[];
                    };
                };
            };
        };
    };
    "auth.passkeys.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.passkeys.rename": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        passkey: components["schemas"]["Passkey"];
                    };
                };
            };
        };
    };
    "auth.passkeys.register-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        options: components["schemas"]["PasskeyCreationOptions"];
                    };
                };
            };
        };
    };
    "auth.passkeys.sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    response: components["schemas"]["PasskeyAssertion"];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        expiresIn: 86400;
                        refreshToken: string;
                        token: string;
                        user: components["schemas"]["SignedInUser"];
                    };
                };
            };
        };
    };
    "auth.passkeys.sign-in-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        options: components["schemas"]["PasskeyRequestOptions"];
                    };
                };
            };
        };
    };
    "auth.prove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    code?: string;
                    passkey?: components["schemas"]["PasskeyAssertion"];
                    /** Format: password */
                    password?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        method: "passkey" | "biometric" | "totp" | "recovery" | "password" | "provider";
                        /** Format: date-time */
                        validUntil: string;
                    };
                };
            };
        };
    };
    "auth.prove-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        options: components["schemas"]["PasskeyRequestOptions"];
                    };
                };
            };
        };
    };
    "auth.refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    refreshToken?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        expiresIn: 86400;
                        refreshToken?: string;
                        token?: string;
                    };
                };
            };
        };
    };
    "auth.register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    name: string;
                    /** Format: password */
                    password: string & (unknown & unknown);
                    referralCode?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        expiresIn: 86400;
                        token: string;
                        user: components["schemas"]["RegisteredUser"];
                    };
                };
            };
        };
    };
    "auth.password.reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: password */
                    newPassword: string & (unknown & unknown);
                    token: string;
                    /** @default false */
                    unlinkAccounts?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        linkedAccounts: components["schemas"]["LinkedAccount"][];
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        expires?: string;
                        user?: components["schemas"]["SignedInUser"];
                    };
                };
            };
        };
    };
    "auth.sessions.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: components["schemas"]["Session"][];
                    };
                };
            };
        };
    };
    "auth.sessions.end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.sessions.end-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        sessionsEnded: number;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.signin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** Format: password */
                    password: string;
                    recoveryCode?: string;
                    totpCode?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        expiresIn: 86400;
                        refreshToken: string;
                        token: string;
                        user: components["schemas"]["SignedInUser"];
                    };
                };
            };
        };
    };
    "auth.signout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    callbackUrl?: string;
                    csrfToken?: string;
                    json?: string | boolean;
                };
                "application/x-www-form-urlencoded": {
                    callbackUrl?: string;
                    csrfToken?: string;
                    json?: string | boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                        url: string;
                    };
                };
            };
        };
    };
    "auth.verify-email.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                } | {
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.verify-email.request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.verify-phone.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        phone: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "auth.verify-phone.request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: password */
                    password?: string;
                    phone?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "web.billing.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "web.billing.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "web.billing.post": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "web.billing.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "web.billing.patch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "defi.dex.liquidity.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount0: string;
                    amount1: string;
                    pairId: string;
                    /** @default 0.5 */
                    slippage?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lpTokensReceived: string;
                        poolShare: string;
                        position: components["schemas"]["DefiLiquidityPosition"];
                        transactionHash: string;
                    };
                };
            };
        };
    };
    "defi.dex.liquidity.positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        positions: components["schemas"]["DefiLiquidityPosition"][];
                    };
                };
            };
        };
    };
    "defi.dex.liquidity.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    lpTokens: string;
                    minAmount0: string;
                    minAmount1: string;
                    positionId: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        amount0: string;
                        amount1: string;
                        lpTokensBurned: string;
                        position: components["schemas"]["DefiLiquidityPosition"];
                        transactionHash: string;
                    };
                };
            };
        };
    };
    "defi.dex.pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pairs: components["schemas"]["TradingPair"][];
                    };
                };
            };
        };
    };
    "defi.dex.quote": {
        parameters: {
            query: {
                amountIn?: string;
                amountOut?: string;
                slippage?: string;
                tokenIn: string;
                tokenOut: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwapQuote"];
                };
            };
        };
    };
    "defi.dex.swap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amountIn: string;
                    /** Format: date-time */
                    deadline: string;
                    minAmountOut: string;
                    tokenIn: string;
                    tokenOut: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        amountIn: string;
                        amountOut: string;
                        /** Format: date-time */
                        executedAt: string;
                        fee: string;
                        priceImpact: string;
                        tokenIn: string;
                        tokenOut: string;
                        transactionHash: string;
                    };
                };
            };
        };
    };
    "defi.governance.delegation.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefiDelegation"];
                };
            };
        };
    };
    "defi.governance.delegation.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    delegatee: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefiDelegation"];
                };
            };
        };
    };
    "defi.governance.delegation.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefiDelegation"];
                };
            };
        };
    };
    "defi.governance.parameters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GovernanceParameters"];
                };
            };
        };
    };
    "defi.governance.proposals.list": {
        parameters: {
            query?: {
                limit?: string;
                page?: string;
                status?: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        page: number;
                        proposals: components["schemas"]["ProposalSummary"][];
                        totalCount: number;
                        totalPages: number;
                    };
                };
            };
        };
    };
    "defi.governance.proposals.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    actions?: {
                        calldata: string;
                        signature: string;
                        target: string;
                        value: string;
                    }[];
                    /** @enum {string} */
                    category: "protocol" | "treasury" | "ecosystem" | "emergency";
                    description: string;
                    /** Format: uri */
                    discussionUrl?: string;
                    title: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        endTime: string;
                        id: string;
                        /** Format: date-time */
                        startTime: string;
                        /** @enum {string} */
                        status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
                        title: string;
                        transactionHash: string;
                    };
                };
            };
        };
    };
    "defi.governance.proposals.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefiProposal"];
                };
            };
        };
    };
    "defi.governance.proposals.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        cancelledAt: string;
                        cancelReason: string;
                        id: string;
                        /** @constant */
                        status: "cancelled";
                    };
                };
            };
        };
    };
    "defi.governance.proposals.vote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string;
                    /** @enum {string} */
                    voteType: "for" | "against" | "abstain";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefiVote"];
                };
            };
        };
    };
    "defi.governance.proposals.votes": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                voter?: string;
                voteType?: "for" | "against" | "abstain";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        votes: components["schemas"]["DefiVote"][];
                    };
                };
            };
        };
    };
    "defi.governance.treasury": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Treasury"];
                };
            };
        };
    };
    "defi.governance.voting-power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefiVotingPower"];
                };
            };
        };
    };
    "defi.prices.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        lastUpdated: string;
                        prices: components["schemas"]["AssetPrice"][];
                    };
                };
            };
        };
    };
    "defi.prices.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedAssetPrice"];
                };
            };
        };
    };
    "defi.prices.history": {
        parameters: {
            query?: {
                from?: string;
                interval?: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
                to?: string;
            };
            header?: never;
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PriceCandle"][];
                        /** Format: date-time */
                        from: string;
                        /** @enum {string} */
                        interval: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
                        symbol: string;
                        /** Format: date-time */
                        to: string;
                    };
                };
            };
        };
    };
    "defi.staking.claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    positionId: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claimed: string;
                        position: {
                            id: string;
                            rewards: string;
                        };
                        transactionHash: string | "";
                    };
                };
            };
        };
    };
    "defi.staking.pools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pools: components["schemas"]["DefiStakingPool"][];
                    };
                };
            };
        };
    };
    "defi.staking.positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        positions: components["schemas"]["DefiStakingPosition"][];
                        totalRewards: string;
                        totalStaked: string;
                        totalVotingPower: string;
                    };
                };
            };
        };
    };
    "defi.staking.stake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: string;
                    poolId: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        position: components["schemas"]["DefiStakingPosition"];
                        transactionHash: string;
                    };
                };
            };
        };
    };
    "defi.staking.unstake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: string;
                    forceEarly?: boolean;
                    positionId: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        amount: string;
                        penalty: string;
                        position: components["schemas"]["DefiStakingPosition"];
                        received: string;
                        rewardsPaid: string;
                        transactionHash: string;
                    };
                };
            };
        };
    };
    "defi.wallets.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        portfolio: {
                            totalValueEur: number;
                            totalValueUsd: number;
                        };
                        wallets: components["schemas"]["DefiWallet"][];
                    };
                };
            };
        };
    };
    "defi.wallets.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    assetSymbol: string;
                    publicAddress?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                        wallet: {
                            assetSymbol: string;
                            balance: number;
                            /** Format: date-time */
                            createdAt: string;
                            id: string;
                        };
                    };
                };
            };
        };
    };
    "defi.wallets.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stats: {
                            totalDeposits: number;
                            totalWithdrawals: number;
                            transactionCount: number;
                        };
                        transactions: components["schemas"]["WalletTransaction"][];
                        wallet: {
                            asset: {
                                name: string;
                                symbol: string;
                            };
                            balance: number;
                            /** Format: date-time */
                            createdAt: string;
                            id: string;
                            lockedBalance: number;
                            owed: number;
                            publicAddress: string;
                        };
                    };
                };
            };
        };
    };
    "defi.wallets.adjust": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: number | string;
                    approvalId?: string;
                    flagId?: string;
                    /** @enum {string} */
                    operation: "DEPOSIT" | "WITHDRAW";
                    reason: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                        wallet: {
                            availableBalance: number;
                            balance: number;
                            id: string;
                        };
                    };
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        pendingApproval: {
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "job-templates.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        templates: components["schemas"]["JobTemplate"][];
                    };
                };
            };
        };
    };
    "job-templates.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    capability?: string;
                    name: string;
                    payload?: unknown;
                    priority?: number;
                    type: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobTemplate"];
                };
            };
        };
    };
    "job-templates.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobTemplate"];
                };
            };
        };
    };
    "job-templates.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "job-templates.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    capability?: string | null;
                    name?: string;
                    payload?: unknown;
                    priority?: number;
                    type?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobTemplate"];
                };
            };
        };
    };
    "jobs.list": {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
                status?: "queued" | "running" | "succeeded" | "failed" | "canceled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: components["schemas"]["JobSummary"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    "jobs.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    capability?: string;
                    maxAttempts?: number;
                    payload?: unknown;
                    priority?: number;
                    templateId?: string;
                    type?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    "jobs.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    "jobs.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSummary"];
                };
            };
        };
    };
    "jobs.share": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        id: string;
                    };
                };
            };
        };
    };
    "jobs.unshare": {
        parameters: {
            query: {
                email: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "jobs.complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    leaseToken: string;
                    result?: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: {
                            attempts: number;
                            finishedAt: string | null;
                            id: string;
                            maxAttempts: number;
                            nextAttemptAt: string | null;
                            /** @enum {string} */
                            status: "queued" | "running" | "succeeded" | "failed" | "canceled";
                            type: string;
                        };
                    };
                };
            };
        };
    };
    "jobs.fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    error: string;
                    leaseToken: string;
                    /** @default true */
                    retry?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: {
                            attempts: number;
                            finishedAt: string | null;
                            id: string;
                            maxAttempts: number;
                            nextAttemptAt: string | null;
                            /** @enum {string} */
                            status: "queued" | "running" | "succeeded" | "failed" | "canceled";
                            type: string;
                        };
                    };
                };
            };
        };
    };
    "jobs.heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 60 */
                    leaseSeconds?: number;
                    leaseToken: string;
                    progress?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        leasedUntil: string;
                    };
                };
            };
        };
    };
    "jobs.lease": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    capabilities: string[];
                    /** @default 60 */
                    leaseSeconds?: number;
                    /** @default worker */
                    worker?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["LeasedJob"];
                        /** Format: date-time */
                        leasedUntil: string;
                        leaseToken: string;
                    };
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "jobs.shared": {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: {
                            attempts: number;
                            capability: string;
                            /** Format: date-time */
                            createdAt: string;
                            error: string | null;
                            expiresAt: string | null;
                            finishedAt: string | null;
                            id: string;
                            maxAttempts: number;
                            nextAttemptAt: string | null;
                            priority: number;
                            progress: number | null;
                            /** Format: date-time */
                            sharedAt: string;
                            sharedBy: {
                                email: string | null;
                                name: string;
                            } | null;
                            startedAt: string | null;
                            /** @enum {string} */
                            status: "queued" | "running" | "succeeded" | "failed" | "canceled";
                            type: string;
                        }[];
                        next: string | null;
                    };
                };
            };
        };
    };
    "jobs.dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "keys.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["ApiKey"][];
                    };
                };
            };
        };
    };
    "keys.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allowedAddresses?: string[];
                    /** Format: date-time */
                    expiresAt?: string;
                    /**
                     * @default live
                     * @enum {string}
                     */
                    mode?: "live" | "test";
                    name: string;
                    scopes: ("*" | "mcp:read" | "mcp:write" | "prices:read" | "wallets:read" | "wallets:write" | "transfers:write" | "payments:read" | "payments:write" | "exchange:read" | "exchange:write" | "staking:read" | "staking:write" | "farming:read" | "farming:write" | "governance:read" | "governance:write" | "events:read" | "webhooks:write" | "jobs:read" | "jobs:write")[];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowedAddresses: string[];
                        /** Format: date-time */
                        createdAt: string;
                        expiresAt: string | null;
                        hint: string;
                        id: string;
                        lastUsedAt: string | null;
                        /** @enum {string} */
                        mode: "live" | "test";
                        name: string;
                        /** @enum {string} */
                        plan: "free" | "pro" | "enterprise";
                        previousUntil: string | null;
                        scopes: string[];
                        secret: string;
                        signingSecret: string;
                    };
                };
            };
        };
    };
    "keys.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "keys.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @default 86400 */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowedAddresses: string[];
                        /** Format: date-time */
                        createdAt: string;
                        expiresAt: string | null;
                        hint: string;
                        id: string;
                        lastUsedAt: string | null;
                        /** @enum {string} */
                        mode: "live" | "test";
                        name: string;
                        /** @enum {string} */
                        plan: "free" | "pro" | "enterprise";
                        previousUntil: string | null;
                        scopes: string[];
                        secret: string;
                        signingSecret: string;
                    };
                };
            };
        };
    };
    "loyalty.programs.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        programs: components["schemas"]["LoyaltyProgram"][];
                    };
                };
            };
        };
    };
    "loyalty.programs.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default other
                     * @enum {string}
                     */
                    category?: "food" | "groceries" | "fashion" | "beauty" | "culture" | "travel" | "sport" | "home" | "other";
                    name?: string;
                    pointsPerEuro?: string | number;
                    rate: string | number;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyProgram"];
                };
            };
        };
    };
    "loyalty.programs.change": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    category?: "food" | "groceries" | "fashion" | "beauty" | "culture" | "travel" | "sport" | "home" | "other";
                    name?: string;
                    pointsPerEuro?: string | number;
                    rate?: string | number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyProgram"];
                };
            };
        };
    };
    "loyalty.challenges.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        challenges: components["schemas"]["LoyaltyChallenge"][];
                    };
                };
            };
        };
    };
    "loyalty.challenges.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default  */
                    description?: string;
                    /** Format: date-time */
                    endsAt: string;
                    name: string;
                    points: number;
                    /** Format: date-time */
                    startsAt?: string;
                    target: number;
                    /** @enum {string} */
                    type: "payments" | "amount" | "merchants";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyChallenge"];
                };
            };
        };
    };
    "loyalty.challenges.change": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                challengeId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    /** Format: date-time */
                    endsAt?: string;
                    name?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyChallenge"];
                };
            };
        };
    };
    "loyalty.challenges.end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                challengeId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyChallenge"];
                };
            };
        };
    };
    "loyalty.programs.end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyProgram"];
                };
            };
        };
    };
    "loyalty.programs.members": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: {
                            /** Format: date-time */
                            joinedAt: string;
                            number: string;
                            points: number;
                            /** @enum {string} */
                            tier: "bronze" | "silver" | "gold" | "platinum";
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    "loyalty.programs.redeem": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default  */
                    description?: string;
                    number: string;
                    points: number;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        balance: number;
                        number: string;
                        points: number;
                        programId: string;
                        /** Format: date-time */
                        redeemedAt: string;
                        redemptionId: string;
                    };
                };
            };
        };
    };
    "loyalty.programs.statistics": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: number;
                        points: {
                            expired: number;
                            given: number;
                            outstanding: number;
                            spent: number;
                        };
                    };
                };
            };
        };
    };
    "notifications.stream": {
        parameters: {
            query?: {
                lastEventId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    "payments.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: number;
                    cardId?: string;
                    currency?: string;
                    /** @default  */
                    description?: string;
                    merchantId?: string;
                    /** @default {} */
                    metadata?: {
                        [key: string]: string;
                    };
                    paymentMethodId?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Payment"];
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "payments.cards.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Card"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "payments.cards.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default false */
                    setDefault?: boolean;
                    setupIntentId: string;
                    /**
                     * @default virtual
                     * @enum {string}
                     */
                    type?: "virtual" | "physical";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Card"];
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "payments.merchant.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            businessName: string;
                            chargesEnabled: boolean;
                            commissionRate: number;
                            /** Format: date-time */
                            createdAt: string;
                            currency: string;
                            id: string;
                            monthlyVolume: number;
                            payoutsEnabled: boolean;
                            programId: string | null;
                            pspAccountId: string;
                            /** @enum {string} */
                            status: "pending" | "active" | "restricted";
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "payments.merchant.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    businessName: string;
                    /** @enum {string} */
                    businessType: "individual" | "company" | "non_profit" | "government_entity";
                    country: string;
                    defaultCurrency?: string;
                    savebackRate?: string | number;
                    statementDescriptor?: string & (unknown & unknown & unknown);
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            businessName: string;
                            chargesEnabled: boolean;
                            commissionRate: number;
                            /** Format: date-time */
                            createdAt: string;
                            currency: string;
                            id: string;
                            monthlyVolume: number;
                            /** Format: uri */
                            onboardingUrl: string;
                            payoutsEnabled: boolean;
                            programId: string | null;
                            pspAccountId: string;
                            /** @enum {string} */
                            status: "pending" | "active" | "restricted";
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "payments.merchant.onboarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uri */
                            onboardingUrl: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "payments.merchant.refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount?: number;
                    paymentId: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            amount: number;
                            /** Format: date-time */
                            createdAt: string;
                            currency: string;
                            id: string;
                            paymentId: string;
                            refundedAmount: number;
                            /** @enum {string} */
                            status: "succeeded" | "pending" | "failed";
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "payments.provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            formUrl: string | null;
                            publishableKey: string | null;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "payments.psp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cancelUrl: string;
                    lineItems: {
                        amount: number;
                        currency: string;
                        name: string;
                        quantity: number;
                    }[];
                    /** @default {} */
                    metadata?: {
                        [key: string]: string;
                    };
                    /** @enum {string} */
                    mode: "payment" | "subscription";
                    successUrl: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            sessionId: string;
                            /** Format: uri */
                            url: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "payments.setup-intents.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            clientSecret: string;
                            id: string;
                            status: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "payments.subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            cancelAtPeriodEnd: boolean;
                            currentPeriodEnd: string | null;
                            plan: string;
                            status: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "payments.transactions": {
        parameters: {
            query?: {
                from?: string;
                limit?: string;
                page?: string;
                sort?: "createdAt:asc" | "createdAt:desc" | "amount:asc" | "amount:desc" | "status:asc" | "status:desc" | "type:asc" | "type:desc";
                status?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            pagination: {
                                limit: number;
                                page: number;
                                total: number;
                                totalPages: number;
                            };
                            transactions: components["schemas"]["Transaction"][];
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "payments.validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "approve" | "reject";
                    paymentId: string;
                    /** @default  */
                    reason?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            status: string;
                            /** Format: date-time */
                            validatedAt: string;
                            validatedBy: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            pendingApproval: {
                                /** Format: date-time */
                                at: string;
                                by: string;
                                /** Format: date-time */
                                expiresAt: string;
                            };
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "mobile.auth.forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "mobile.auth.login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    deviceId: string;
                    deviceInfo: {
                        appVersion: string;
                        model: string;
                        osVersion: string;
                        platform: string;
                    };
                    /** Format: email */
                    email: string;
                    /** Format: password */
                    password: string;
                    recoveryCode?: string;
                    totpCode?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessToken: string;
                        /** @constant */
                        expiresIn: 900;
                        refreshToken: string;
                        user: components["schemas"]["MobileUser"];
                    };
                };
            };
        };
    };
    "mobile.auth.passkeys.sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    deviceId: string;
                    deviceInfo: {
                        appVersion: string;
                        model: string;
                        osVersion: string;
                        platform: string;
                    };
                    response: components["schemas"]["PasskeyAssertion"];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessToken: string;
                        /** @constant */
                        expiresIn: 900;
                        refreshToken: string;
                        user: components["schemas"]["MobileUser"];
                    };
                };
            };
        };
    };
    "mobile.auth.passkeys.sign-in-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        options: components["schemas"]["PasskeyRequestOptions"];
                    };
                };
            };
        };
    };
    "mobile.auth.refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    deviceId?: string;
                    refreshToken: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessToken: string;
                        /** @constant */
                        expiresIn: 900;
                    };
                };
            };
        };
    };
    "mobile.auth.register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    deviceId: string;
                    deviceInfo: {
                        appVersion: string;
                        model: string;
                        osVersion: string;
                        platform: string;
                    };
                    /** Format: email */
                    email: string;
                    firstName: string;
                    lastName: string;
                    /** Format: password */
                    password: string & (unknown & unknown);
                    phone?: string;
                    referralCode?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accessToken: string;
                        /** @constant */
                        expiresIn: 900;
                        refreshToken: string;
                        user: components["schemas"]["MobileUser"];
                    };
                };
            };
        };
    };
    "mobile.auth.reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: password */
                    newPassword: string & (unknown & unknown);
                    token: string;
                    /** @default false */
                    unlinkAccounts?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        linkedAccounts: components["schemas"]["LinkedAccount"][];
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "mobile.cards.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cards: components["schemas"]["MobileCard"][];
                    };
                };
            };
        };
    };
    "mobile.cards.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId: string;
                    /** @enum {string} */
                    type: "virtual" | "physical";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MobileCard"];
                };
            };
        };
    };
    "mobile.cards.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MobileCardDetail"];
                };
            };
        };
    };
    "mobile.cards.details": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MobileCardDetails"];
                };
            };
        };
    };
    "mobile.cards.display-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    nonce: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MobileCardDisplayKey"];
                };
            };
        };
    };
    "mobile.cards.freeze": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MobileCard"];
                };
            };
        };
    };
    "mobile.cards.pin": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    pin: string;
                };
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "mobile.cards.settings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    abroad?: boolean;
                    atmWithdrawals?: boolean;
                    contactless?: boolean;
                    limits?: {
                        daily?: (number | string) | null;
                        monthly?: (number | string) | null;
                        perTransaction?: (number | string) | null;
                    };
                    onlinePayments?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MobileCard"];
                };
            };
        };
    };
    "mobile.cards.unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MobileCard"];
                };
            };
        };
    };
    "mobile.cards.apple-pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cardId: string;
                    certificates?: string[];
                    nonce?: string;
                    nonceSignature?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneWalletProvisioning"];
                };
            };
        };
    };
    "mobile.cards.google-pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cardId: string;
                    deviceId?: string;
                    walletAccountId?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneWalletProvisioning"];
                };
            };
        };
    };
    "mobile.identity.documents.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documents: components["schemas"]["KycDocument"][];
                    };
                };
            };
        };
    };
    "mobile.identity.documents.upload": {
        parameters: {
            query?: {
                presign?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    documentType: "passport" | "national_id" | "driving_licence" | "residence_permit" | "proof_of_address";
                    /**
                     * @default front
                     * @enum {string}
                     */
                    side?: "front" | "back";
                    size: number;
                };
                "multipart/form-data": {
                    /** Format: binary */
                    document: string;
                    /** @enum {string} */
                    documentType: "passport" | "national_id" | "driving_licence" | "residence_permit" | "proof_of_address";
                    /**
                     * @default front
                     * @enum {string}
                     */
                    side?: "front" | "back";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documentId: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        /** @enum {string} */
                        status: "awaiting_upload" | "pending_verification" | "in_review" | "verified" | "rejected";
                        uploadedAt: string | null;
                        /** Format: uri */
                        uploadUrl?: string;
                    };
                };
            };
        };
    };
    "mobile.identity.selfie": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    selfie: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        selfieId: string;
                        /** @enum {string} */
                        status: "awaiting_upload" | "pending_verification" | "in_review" | "verified" | "rejected";
                        /** Format: date-time */
                        uploadedAt: string;
                    };
                };
            };
        };
    };
    "mobile.identity.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documents: components["schemas"]["KycDocument"][];
                        /** @enum {string} */
                        kind: "KYC" | "KYB";
                        level: number;
                        levels: components["schemas"]["KycLevelLimits"][];
                        limits: {
                            /** @constant */
                            currency: "EUR";
                            left: {
                                in: {
                                    day: number;
                                    month: number;
                                };
                                out: {
                                    day: number;
                                    month: number;
                                };
                            };
                            perDay: number;
                            perMonth: number;
                            perOperation: number;
                        } | null;
                        missing: string[];
                        /** @enum {string} */
                        nextStep: "upload_documents" | "take_selfie" | "start_verification" | "wait" | "contact_support" | "none";
                        /** @enum {string} */
                        status: "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";
                        updatedAt: string | null;
                    };
                };
            };
        };
    };
    "mobile.identity.verification.start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        level: number;
                        missing: string[];
                        /** Format: date-time */
                        startedAt: string;
                        /** @constant */
                        status: "in_review";
                        verificationId: string;
                    };
                };
            };
        };
    };
    "mobile.identity.verification.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        decidedAt: string | null;
                        level: number;
                        /** @enum {string} */
                        nextStep: "upload_documents" | "take_selfie" | "start_verification" | "wait" | "contact_support" | "none";
                        reasons: components["schemas"]["KycReason"][];
                        startedAt: string | null;
                        /** @enum {string} */
                        status: "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";
                        verificationId: string | null;
                    };
                };
            };
        };
    };
    "mobile.loyalty.cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cards: components["schemas"]["LoyaltyCardWithBarcode"][];
                    };
                };
            };
        };
    };
    "mobile.loyalty.cashback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        asOf: string;
                        history: {
                            amount: number;
                            /** Format: date-time */
                            createdAt: string;
                            currency: string;
                            paymentId: string;
                            programId: string;
                            /** @enum {string} */
                            status: "available" | "pending" | "canceled";
                        }[];
                        programs: {
                            available: number;
                            currency: string;
                            logoUrl: string | null;
                            merchant: string | null;
                            pending: number;
                            programId: string;
                            programName: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "mobile.loyalty.catalog": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        programs: {
                            /** @enum {string} */
                            category: "food" | "groceries" | "fashion" | "beauty" | "culture" | "travel" | "sport" | "home" | "other";
                            enrolled: boolean;
                            id: string;
                            logoUrl: string;
                            merchant: string;
                            merchantId: string;
                            name: string;
                            pointsPerEuro: number;
                            rate: number;
                            /** @enum {string} */
                            status: "active" | "ended";
                        }[];
                    };
                };
            };
        };
    };
    "mobile.loyalty.challenges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        challenges: components["schemas"]["LoyaltyChallengeProgress"][];
                    };
                };
            };
        };
    };
    "mobile.loyalty.enroll": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyCardWithBarcode"];
                };
            };
        };
    };
    "mobile.loyalty.leave": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "mobile.loyalty.history": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        history: components["schemas"]["LoyaltyLine"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    "mobile.loyalty.programs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        programs: components["schemas"]["EnrolledLoyaltyProgram"][];
                    };
                };
            };
        };
    };
    "mobile.loyalty.referral": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        /** Format: uri */
                        link: string;
                        referredBy: {
                            points: number;
                            /** Format: date-time */
                            referredAt: string;
                            refusal: ("same-client" | "limit") | null;
                            rewardedAt: string | null;
                            /** @enum {string} */
                            status: "pending" | "rewarded" | "refused";
                        } | null;
                        rewards: {
                            points: number;
                            referrals: {
                                points: number;
                                /** Format: date-time */
                                referredAt: string;
                                refusal: ("same-client" | "limit") | null;
                                rewardedAt: string | null;
                                /** @enum {string} */
                                status: "pending" | "rewarded" | "refused";
                            }[];
                        };
                        statistics: {
                            invited: number;
                            pending: number;
                            refused: number;
                            rewarded: number;
                        };
                    };
                };
            };
        };
    };
    "mobile.loyalty.claim-referral": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        points: number;
                        /** Format: date-time */
                        referredAt: string;
                        refusal: ("same-client" | "limit") | null;
                        rewardedAt: string | null;
                        /** @enum {string} */
                        status: "pending" | "rewarded" | "refused";
                    };
                };
            };
        };
    };
    "mobile.loyalty.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyStanding"];
                };
            };
        };
    };
    "mobile.notifications.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MobileNotification"];
                };
            };
        };
    };
    "mobile.notifications.history": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        notifications: components["schemas"]["MobileNotification"][];
                        unreadCount: number;
                    };
                };
            };
        };
    };
    "mobile.notifications.preferences.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
        };
    };
    "mobile.notifications.preferences.replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    governance: {
                        email: boolean;
                        inApp: boolean;
                        push: boolean;
                    };
                    jobs: {
                        email: boolean;
                        inApp: boolean;
                        push: boolean;
                    };
                    loyalty: {
                        email: boolean;
                        inApp: boolean;
                        push: boolean;
                    };
                    marketing: {
                        email: boolean;
                        inApp: boolean;
                        push: boolean;
                    };
                    payments: {
                        email: boolean;
                        inApp: boolean;
                        push: boolean;
                    };
                    security: {
                        /** @constant */
                        email: true;
                        /** @constant */
                        inApp: true;
                        /** @constant */
                        push: true;
                    };
                    transfers: {
                        email: boolean;
                        inApp: boolean;
                        push: boolean;
                    };
                    version?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
        };
    };
    "mobile.payees.list": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        payees: components["schemas"]["Beneficiary"][];
                    };
                };
            };
        };
    };
    "mobile.payees.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId?: string;
                    /** Format: email */
                    email?: string;
                    iban?: string;
                    name: string;
                    phone?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Beneficiary"];
                };
            };
        };
    };
    "mobile.payees.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "mobile.payees.rename": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    version?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Beneficiary"];
                };
            };
        };
    };
    "mobile.payments.history": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        payments: components["schemas"]["MobilePayment"][];
                    };
                };
            };
        };
    };
    "mobile.payments.process": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId?: string;
                    amount: number | string;
                    cardId?: string;
                    currency: string;
                    /** @default  */
                    description?: string;
                    merchantId?: string;
                    paymentMethodId?: string;
                    recipient?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        amount: number;
                        clientSecret?: string;
                        currency: string;
                        fee: number;
                        paymentId: string;
                        /** @enum {string} */
                        status: "completed" | "pending" | "requires_action" | "awaiting_approval" | "canceled";
                    };
                };
            };
        };
    };
    "mobile.payments.qr.generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount?: number | string;
                    currency: string;
                    /** @default  */
                    description?: string;
                    /** @default 900 */
                    expiresInSeconds?: number;
                    merchantId?: string;
                    /** @default false */
                    reusable?: boolean;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        expiresAt: string;
                        payload: string;
                        qrCode: string;
                        qrId: string;
                    };
                };
            };
        };
    };
    "mobile.payments.qr.scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId: string;
                    amount?: number | string;
                    payload: string;
                    /** @default false */
                    preview?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        amount: number;
                        currency: string;
                        fee: number;
                        paymentId: string;
                        recipient: {
                            name: string | null;
                        };
                        /** @constant */
                        status: "completed";
                    } | {
                        amount: number | null;
                        currency: string;
                        description: string | null;
                        fee: number;
                        needsConfirmation: boolean;
                        recipient: {
                            name: string | null;
                        };
                        /** @constant */
                        status: "preview";
                    };
                };
            };
        };
    };
    "mobile.payments.scheduled.list": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        scheduledPayments: components["schemas"]["MobileScheduledPayment"][];
                    };
                };
            };
        };
    };
    "mobile.payments.scheduled.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId: string;
                    amount: number | string;
                    beneficiaryName?: string;
                    currency: string;
                    /** @default  */
                    description?: string;
                    /** Format: date */
                    endDate?: string;
                    /** @enum {string} */
                    frequency: "once" | "daily" | "weekly" | "monthly";
                    iban?: string;
                    /** Format: date */
                    startDate: string;
                    toAccountId?: string;
                    toBeneficiaryId?: string;
                    /** Format: email */
                    toEmail?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MobileScheduledPayment"];
                };
            };
        };
    };
    "mobile.payments.scheduled.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MobileScheduledPayment"];
                };
            };
        };
    };
    "mobile.user.two-factor.enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    enabled?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        expiresAt: string;
                        otpauthUrl: string;
                        qrCode: string;
                        secret: string;
                    } | {
                        /** @constant */
                        enabled: false;
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "mobile.user.two-factor.recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    code?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recoveryCodes: string[];
                    };
                };
            };
        };
    };
    "mobile.user.two-factor.verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        enabled: true;
                        recoveryCodes?: string[];
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "mobile.user.data.read-erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
        };
    };
    "mobile.user.data.ask-erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        erasure: {
                            /** Format: date-time */
                            dueAt: string;
                        };
                    };
                };
            };
        };
    };
    "mobile.user.data.read-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        export: components["schemas"]["DataExport"] | null;
                    };
                };
            };
        };
    };
    "mobile.user.data.ask-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        export: components["schemas"]["DataExport"];
                    };
                };
            };
        };
    };
    "mobile.user.data.link-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataExportFile"];
                };
            };
        };
    };
    "mobile.user.preferences.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    "mobile.user.preferences.replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    currency: "EUR" | "USD";
                    hideBalances: boolean;
                    /** @enum {string} */
                    language: "fr" | "en";
                    /** @enum {string} */
                    theme: "system" | "light" | "dark";
                    timezone: string;
                    version?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    "mobile.user.profile.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    "mobile.user.profile.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address?: components["schemas"]["PostalAddress"] | null;
                    dateOfBirth?: string | null;
                    /** Format: email */
                    email?: string;
                    firstName?: string;
                    lastName?: string;
                    phone?: string | null;
                    version?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    "mobile.wallet.accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["MobileAccount"][];
                    };
                };
            };
        };
    };
    "mobile.wallet.balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: {
                            balance: number;
                            currency: string;
                            id: string;
                            owed: number;
                            value: number | null;
                        }[];
                        available: {
                            amount: number;
                            currency: string;
                        };
                        total: {
                            amount: number;
                            currency: string;
                        };
                        unpriced: string[];
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
        };
    };
    "mobile.wallet.topup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId: string;
                    amount: number | string;
                    cardId?: string;
                    currency: string;
                    paymentMethodId?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        amount: number;
                        clientSecret?: string;
                        currency: string;
                        /** @enum {string} */
                        status: "completed" | "pending" | "requires_action" | "awaiting_approval" | "canceled";
                        transactionId: string;
                    };
                };
            };
        };
    };
    "mobile.wallet.transactions": {
        parameters: {
            query?: {
                accountId?: string;
                currency?: string;
                cursor?: string;
                direction?: "in" | "out";
                from?: string;
                limit?: number;
                maxAmount?: string;
                minAmount?: string;
                q?: string;
                status?: "pending" | "completed" | "failed" | "canceled" | "refunded";
                to?: string;
                type?: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nextCursor: string | null;
                        transactions: components["schemas"]["MobileTransaction"][];
                    };
                };
            };
        };
    };
    "mobile.wallet.read-transaction": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MobileTransactionDetail"];
                };
            };
        };
    };
    "mobile.wallet.transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: number | string;
                    currency: string;
                    /** @default  */
                    description?: string;
                    fromAccountId: string;
                    /** @default false */
                    preview?: boolean;
                    toAccountId?: string;
                    toBeneficiaryId?: string;
                    /** Format: email */
                    toEmail?: string;
                    toPhone?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        amount: number;
                        fee: number;
                        newBalance: number;
                        recipient: {
                            name: string | null;
                        };
                        /** @constant */
                        status: "completed";
                        transactionId: string;
                    } | {
                        amount: number;
                        fee: number;
                        needsConfirmation: boolean;
                        recipient: {
                            name: string;
                        };
                        /** @constant */
                        status: "preview";
                    };
                };
            };
        };
    };
    "mobile.wallet.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId: string;
                    amount: number | string;
                    beneficiaryId?: string;
                    beneficiaryName?: string;
                    currency: string;
                    /** @default  */
                    description?: string;
                    iban?: string;
                    /** @default false */
                    preview?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        amount: number;
                        beneficiaryId: string;
                        fee: number;
                        newBalance: number;
                        /** @constant */
                        status: "pending";
                        transactionId: string;
                    } | {
                        amount: number;
                        fee: number;
                        needsConfirmation: boolean;
                        recipient: {
                            iban: string;
                            name: string;
                        };
                        /** @constant */
                        status: "preview";
                    };
                };
            };
        };
    };
    "webhooks.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
        };
    };
    "webhooks.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    apiVersion?: "v1" | "v2";
                    events?: ("job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated")[];
                    /** @enum {string} */
                    mode?: "live" | "test";
                    name: string;
                    ordered?: boolean;
                    url: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        apiVersion: "v1" | "v2";
                        /** Format: date-time */
                        createdAt: string;
                        disabledAt: string | null;
                        disabledReason: ("owner" | "gone" | "failing") | null;
                        enabled: boolean;
                        events: ("job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated")[];
                        failingSince: string | null;
                        id: string;
                        /** @enum {string} */
                        mode: "live" | "test";
                        name: string;
                        ordered: boolean;
                        secret: string;
                        /** Format: date-time */
                        updatedAt: string;
                        url: string;
                    };
                };
            };
        };
    };
    "webhooks.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    apiVersion?: "v1" | "v2";
                    enabled?: boolean;
                    events?: ("job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated")[] | null;
                    name?: string;
                    ordered?: boolean;
                    url?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    "webhooks.deliveries.list": {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    "webhooks.deliveries.replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    "webhooks.replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    from: string;
                    /** Format: date-time */
                    to: string;
                    types?: ("job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated")[];
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
        };
    };
    "webhooks.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** Format: date-time */
                        previousUntil: string;
                        secret: string;
                    };
                };
            };
        };
    };
    "webhooks.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    event?: "job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated";
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    "public.exchange.pairs.list": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V1Pair"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.exchange.pairs.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1Pair"];
                };
            };
        };
    };
    "public.exchange.pairs.trades": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V1Trade"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.exchange.positions.list": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V1LiquidityPosition"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.exchange.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    base_amount: string;
                    pair: string;
                    quote_amount: string;
                    /** @default 0.5 */
                    slippage?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1NewLiquidity"];
                };
            };
        };
    };
    "public.exchange.positions.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    min_base_amount: string;
                    min_quote_amount: string;
                    shares: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1LiquidityRemoval"];
                };
            };
        };
    };
    "public.exchange.quotes": {
        parameters: {
            query: {
                amount_in?: string;
                amount_out?: string;
                asset_in: string;
                asset_out: string;
                slippage?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1Quote"];
                };
            };
        };
    };
    "public.exchange.swaps.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount_in?: string;
                    amount_out?: string;
                    asset_in: string;
                    asset_out: string;
                    /** Format: date-time */
                    deadline: string;
                    max_amount_in?: string;
                    min_amount_out?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1Swap"];
                };
            };
        };
    };
    "public.exchange.swaps.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1Swap"];
                };
            };
        };
    };
    "public.farming.farms.list": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V1Farm"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.farming.farms.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1Farm"];
                };
            };
        };
    };
    "public.farming.positions.list": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V1FarmingPosition"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.farming.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    farm: string;
                    shares: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1StakedFarmingPosition"];
                };
            };
        };
    };
    "public.farming.positions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1FarmingPosition"];
                };
            };
        };
    };
    "public.farming.positions.harvest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1HarvestedFarmingPosition"];
                };
            };
        };
    };
    "public.farming.positions.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    shares?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1WithdrawnFarmingPosition"];
                };
            };
        };
    };
    "public.governance.delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    delegate: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1Delegation"];
                };
            };
        };
    };
    "public.governance.proposals.list": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V1Proposal"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.governance.proposals.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    actions?: {
                        calldata: string;
                        signature: string;
                        target: string;
                        value: string;
                    }[];
                    /** @enum {string} */
                    category: "protocol" | "treasury" | "ecosystem" | "emergency";
                    description: string;
                    /** Format: uri */
                    discussion_url?: string;
                    title: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1ProposalWithActions"];
                };
            };
        };
    };
    "public.governance.proposals.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1ProposalWithActions"];
                };
            };
        };
    };
    "public.governance.proposals.vote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string;
                    /** @enum {string} */
                    vote: "for" | "against" | "abstain";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1Vote"];
                };
            };
        };
    };
    "public.governance.voting-power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1VotingPower"];
                };
            };
        };
    };
    "public.portfolio.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1Portfolio"];
                };
            };
        };
    };
    "public.prices.list": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V1Price"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.prices.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1DetailedPrice"];
                };
            };
        };
    };
    "public.prices.history": {
        parameters: {
            query?: {
                from?: string;
                interval?: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
                to?: string;
            };
            header?: never;
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1PriceHistory"];
                };
            };
        };
    };
    "public.staking.pools.list": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V1StakingPool"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.staking.pools.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1StakingPool"];
                };
            };
        };
    };
    "public.staking.positions.list": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: "active" | "completed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V1StakingPosition"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.staking.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: string;
                    pool: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1NewStakingPosition"];
                };
            };
        };
    };
    "public.staking.positions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1StakingPosition"];
                };
            };
        };
    };
    "public.staking.positions.claim": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1RewardClaim"];
                };
            };
        };
    };
    "public.staking.positions.compounding": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1StakingPosition"];
                };
            };
        };
    };
    "public.staking.positions.unstake": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: string;
                    force_early?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1Unstake"];
                };
            };
        };
    };
    "public.staking.rewards": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V1StakingReward"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                        pools: components["schemas"]["V1PoolRewards"][];
                    };
                };
            };
        };
    };
    "public.transfers.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1Transfer"];
                };
            };
        };
    };
    "public.wallets.list": {
        parameters: {
            query?: {
                asset?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V1Wallet"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.wallets.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    asset: string;
                    label?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1Wallet"];
                };
            };
        };
    };
    "public.wallets.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1Wallet"];
                };
            };
        };
    };
    "public.wallets.deposit-address": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V1DepositAddress"];
                };
            };
        };
    };
    "public.wallets.transactions": {
        parameters: {
            query?: {
                created_after?: string;
                created_before?: string;
                cursor?: string;
                limit?: number;
                type?: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V1PublicTransaction"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.events.list": {
        parameters: {
            query?: {
                created_after?: string;
                created_before?: string;
                cursor?: string;
                limit?: number;
                object_id?: string;
                type?: "job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Event"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.events.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Event"];
                };
            };
        };
    };
    "public.holds.list": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: "active" | "captured" | "released" | "expired";
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Hold"][];
                        has_more: boolean;
                        next_cursor: string | null;
                        /** @constant */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.holds.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: string;
                    description?: string;
                    /** Format: date-time */
                    expires_at: string;
                    wallet: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Hold"];
                };
            };
        };
    };
    "public.holds.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Hold"];
                };
            };
        };
    };
    "public.holds.release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Hold"];
                };
            };
        };
    };
    "public.balances.read": {
        parameters: {
            query?: {
                at?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Balance"];
                };
            };
        };
    };
    "public.statements.read": {
        parameters: {
            query?: {
                cursor?: string;
                from?: string;
                limit?: number;
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Statement"];
                };
            };
        };
    };
    "webhooks.events.card.authorization.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "card.authorization.approved",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "card_authorization",
                 *         "id": "iauth_1MzFMzK8F4fqH0lBmFq8CjbU",
                 *         "livemode": true,
                 *         "card": "crd_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "last4": "4242",
                 *         "merchant": "Rocket Rides",
                 *         "amount": "12.5",
                 *         "captured_amount": "0",
                 *         "asset": "EUR",
                 *         "status": "pending",
                 *         "decline_reason": null,
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1CardAuthorizationEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "card.authorization.approved";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.card.authorization.captured": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "card.authorization.captured",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "card_authorization",
                 *         "id": "iauth_1MzFMzK8F4fqH0lBmFq8CjbU",
                 *         "livemode": true,
                 *         "card": "crd_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "last4": "4242",
                 *         "merchant": "Rocket Rides",
                 *         "amount": "12.5",
                 *         "captured_amount": "12.5",
                 *         "asset": "EUR",
                 *         "status": "closed",
                 *         "decline_reason": null,
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1CardAuthorizationEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "card.authorization.captured";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.card.authorization.declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "card.authorization.declined",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "card_authorization",
                 *         "id": "iauth_1MzFMzK8F4fqH0lBmFq8CjbU",
                 *         "livemode": true,
                 *         "card": "crd_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "last4": "4242",
                 *         "merchant": "Rocket Rides",
                 *         "amount": "12.5",
                 *         "captured_amount": "0",
                 *         "asset": "EUR",
                 *         "status": "declined",
                 *         "decline_reason": "insufficient_funds",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1CardAuthorizationEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "card.authorization.declined";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.card.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "card.canceled",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "card",
                 *         "id": "crd_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "wallet": "wal_01jd0000000000000000000000_eur",
                 *         "type": "virtual",
                 *         "brand": "visa",
                 *         "last4": "4242",
                 *         "status": "canceled",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1CardEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "card.canceled";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.card.frozen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "card.frozen",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "card",
                 *         "id": "crd_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "wallet": "wal_01jd0000000000000000000000_eur",
                 *         "type": "virtual",
                 *         "brand": "visa",
                 *         "last4": "4242",
                 *         "status": "frozen",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1CardEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "card.frozen";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.card.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "card.issued",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "card",
                 *         "id": "crd_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "wallet": "wal_01jd0000000000000000000000_eur",
                 *         "type": "virtual",
                 *         "brand": "visa",
                 *         "last4": "4242",
                 *         "status": "active",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1CardEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "card.issued";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.card.unfrozen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "card.unfrozen",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "card",
                 *         "id": "crd_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "wallet": "wal_01jd0000000000000000000000_eur",
                 *         "type": "virtual",
                 *         "brand": "visa",
                 *         "last4": "4242",
                 *         "status": "active",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1CardEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "card.unfrozen";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.dispute.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "dispute.closed",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "dispute",
                 *         "id": "du_1MtJUT2eZvKYlo2CNaw2HvEv",
                 *         "livemode": true,
                 *         "payment": "pay_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "amount": "12.5",
                 *         "taken_amount": "12.5",
                 *         "returned_amount": "12.5",
                 *         "asset": "EUR",
                 *         "status": "won",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1DisputeEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "dispute.closed";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.dispute.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "dispute.created",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "dispute",
                 *         "id": "du_1MtJUT2eZvKYlo2CNaw2HvEv",
                 *         "livemode": true,
                 *         "payment": "pay_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "amount": "12.5",
                 *         "taken_amount": "0",
                 *         "returned_amount": "0",
                 *         "asset": "EUR",
                 *         "status": "needs_response",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1DisputeEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "dispute.created";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.dispute.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "dispute.updated",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "dispute",
                 *         "id": "du_1MtJUT2eZvKYlo2CNaw2HvEv",
                 *         "livemode": true,
                 *         "payment": "pay_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "amount": "12.5",
                 *         "taken_amount": "12.5",
                 *         "returned_amount": "0",
                 *         "asset": "EUR",
                 *         "status": "under_review",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1DisputeEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "dispute.updated";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.farm.harvested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "farm.harvested",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "farming_position",
                 *         "id": "frp_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "farm": "sample",
                 *         "asset": "EUR",
                 *         "shares": "1.5",
                 *         "moved": "1.5",
                 *         "harvested": "12.5",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1FarmingPositionEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "farm.harvested";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.farm.staked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "farm.staked",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "farming_position",
                 *         "id": "frp_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "farm": "sample",
                 *         "asset": "EUR",
                 *         "shares": "1.5",
                 *         "moved": "1.5",
                 *         "harvested": "12.5",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1FarmingPositionEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "farm.staked";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.farm.withdrawn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "farm.withdrawn",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "farming_position",
                 *         "id": "frp_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "farm": "sample",
                 *         "asset": "EUR",
                 *         "shares": "1.5",
                 *         "moved": "1.5",
                 *         "harvested": "12.5",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1FarmingPositionEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "farm.withdrawn";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.kyc.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "kyc.updated",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "kyc",
                 *         "id": "usr_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "status": "VALIDATED",
                 *         "level": 1,
                 *         "kind": "KYC",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1KycEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "kyc.updated";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.liquidity.added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "liquidity.added",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "liquidity_position",
                 *         "id": "liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc",
                 *         "livemode": true,
                 *         "pair": "BTC-USDC",
                 *         "share_asset": "EUR",
                 *         "shares": "12.5",
                 *         "shares_moved": "12.5",
                 *         "base_asset": "EUR",
                 *         "base_amount": "12.5",
                 *         "quote_asset": "EUR",
                 *         "quote_amount": "12.5",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1LiquidityPositionEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "liquidity.added";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.liquidity.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "liquidity.removed",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "liquidity_position",
                 *         "id": "liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc",
                 *         "livemode": true,
                 *         "pair": "BTC-USDC",
                 *         "share_asset": "EUR",
                 *         "shares": "12.5",
                 *         "shares_moved": "12.5",
                 *         "base_asset": "EUR",
                 *         "base_amount": "12.5",
                 *         "quote_asset": "EUR",
                 *         "quote_amount": "12.5",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1LiquidityPositionEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "liquidity.removed";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.order.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "order.paid",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "order",
                 *         "id": "ord_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "amount": "12.5",
                 *         "asset": "EUR",
                 *         "status": "paid",
                 *         "description": "sample",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1OrderEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "order.paid";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "payment.failed",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "payment",
                 *         "id": "pay_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "direction": "in",
                 *         "amount": "12.5",
                 *         "refunded_amount": "0",
                 *         "asset": "EUR",
                 *         "status": "failed",
                 *         "method": "account",
                 *         "merchant": "mer_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "description": "sample",
                 *         "failure_reason": "Your card was declined.",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1PaymentEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "payment.failed";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.payment.refund_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "payment.refund_failed",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "payment",
                 *         "id": "pay_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "direction": "in",
                 *         "amount": "12.5",
                 *         "refunded_amount": "0",
                 *         "asset": "EUR",
                 *         "status": "succeeded",
                 *         "method": "account",
                 *         "merchant": "mer_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "description": "sample",
                 *         "failure_reason": null,
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1PaymentEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "payment.refund_failed";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.payment.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "payment.refunded",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "payment",
                 *         "id": "pay_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "direction": "in",
                 *         "amount": "12.5",
                 *         "refunded_amount": "12.5",
                 *         "asset": "EUR",
                 *         "status": "refunded",
                 *         "method": "account",
                 *         "merchant": "mer_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "description": "sample",
                 *         "failure_reason": null,
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1PaymentEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "payment.refunded";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.payment.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "payment.succeeded",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "payment",
                 *         "id": "pay_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "direction": "in",
                 *         "amount": "12.5",
                 *         "refunded_amount": "0",
                 *         "asset": "EUR",
                 *         "status": "succeeded",
                 *         "method": "account",
                 *         "merchant": "mer_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "description": "sample",
                 *         "failure_reason": null,
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1PaymentEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "payment.succeeded";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.proposal.active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "proposal.active",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "proposal",
                 *         "id": "prp_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "title": "Lower the exchange's fee",
                 *         "description": "sample",
                 *         "category": "protocol",
                 *         "proposer": "0xEC999567019347B478544E89335C192f0fD0Fc6B",
                 *         "status": "active",
                 *         "for_votes": "12.5",
                 *         "against_votes": "12.5",
                 *         "abstain_votes": "12.5",
                 *         "quorum_votes": "12.5",
                 *         "starts_at": "2026-11-21T09:30:00.000Z",
                 *         "ends_at": "2026-11-21T09:30:00.000Z",
                 *         "snapshot_at": "2026-11-21T09:30:00.000Z",
                 *         "executable_at": "2026-11-21T09:30:00.000Z",
                 *         "executed_at": null,
                 *         "cancelled_at": null,
                 *         "cancel_reason": null,
                 *         "execution_error": null,
                 *         "discussion_url": "sample",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Proposal"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "proposal.active";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.proposal.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "proposal.cancelled",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "proposal",
                 *         "id": "prp_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "title": "Lower the exchange's fee",
                 *         "description": "sample",
                 *         "category": "protocol",
                 *         "proposer": "0xEC999567019347B478544E89335C192f0fD0Fc6B",
                 *         "status": "cancelled",
                 *         "for_votes": "12.5",
                 *         "against_votes": "12.5",
                 *         "abstain_votes": "12.5",
                 *         "quorum_votes": "12.5",
                 *         "starts_at": "2026-11-21T09:30:00.000Z",
                 *         "ends_at": "2026-11-21T09:30:00.000Z",
                 *         "snapshot_at": "2026-11-21T09:30:00.000Z",
                 *         "executable_at": "2026-11-21T09:30:00.000Z",
                 *         "executed_at": null,
                 *         "cancelled_at": "2026-11-21T09:30:00.000Z",
                 *         "cancel_reason": "sample",
                 *         "execution_error": null,
                 *         "discussion_url": "sample",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Proposal"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "proposal.cancelled";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.proposal.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "proposal.created",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "proposal",
                 *         "id": "prp_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "title": "Lower the exchange's fee",
                 *         "description": "sample",
                 *         "category": "protocol",
                 *         "proposer": "0xEC999567019347B478544E89335C192f0fD0Fc6B",
                 *         "status": "pending",
                 *         "for_votes": "12.5",
                 *         "against_votes": "12.5",
                 *         "abstain_votes": "12.5",
                 *         "quorum_votes": "12.5",
                 *         "starts_at": "2026-11-21T09:30:00.000Z",
                 *         "ends_at": "2026-11-21T09:30:00.000Z",
                 *         "snapshot_at": "2026-11-21T09:30:00.000Z",
                 *         "executable_at": "2026-11-21T09:30:00.000Z",
                 *         "executed_at": null,
                 *         "cancelled_at": null,
                 *         "cancel_reason": null,
                 *         "execution_error": null,
                 *         "discussion_url": "sample",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Proposal"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "proposal.created";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.proposal.defeated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "proposal.defeated",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "proposal",
                 *         "id": "prp_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "title": "Lower the exchange's fee",
                 *         "description": "sample",
                 *         "category": "protocol",
                 *         "proposer": "0xEC999567019347B478544E89335C192f0fD0Fc6B",
                 *         "status": "defeated",
                 *         "for_votes": "12.5",
                 *         "against_votes": "12.5",
                 *         "abstain_votes": "12.5",
                 *         "quorum_votes": "12.5",
                 *         "starts_at": "2026-11-21T09:30:00.000Z",
                 *         "ends_at": "2026-11-21T09:30:00.000Z",
                 *         "snapshot_at": "2026-11-21T09:30:00.000Z",
                 *         "executable_at": "2026-11-21T09:30:00.000Z",
                 *         "executed_at": null,
                 *         "cancelled_at": null,
                 *         "cancel_reason": null,
                 *         "execution_error": null,
                 *         "discussion_url": "sample",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Proposal"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "proposal.defeated";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.proposal.executed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "proposal.executed",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "proposal",
                 *         "id": "prp_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "title": "Lower the exchange's fee",
                 *         "description": "sample",
                 *         "category": "protocol",
                 *         "proposer": "0xEC999567019347B478544E89335C192f0fD0Fc6B",
                 *         "status": "executed",
                 *         "for_votes": "12.5",
                 *         "against_votes": "12.5",
                 *         "abstain_votes": "12.5",
                 *         "quorum_votes": "12.5",
                 *         "starts_at": "2026-11-21T09:30:00.000Z",
                 *         "ends_at": "2026-11-21T09:30:00.000Z",
                 *         "snapshot_at": "2026-11-21T09:30:00.000Z",
                 *         "executable_at": "2026-11-21T09:30:00.000Z",
                 *         "executed_at": "2026-11-21T09:30:00.000Z",
                 *         "cancelled_at": null,
                 *         "cancel_reason": null,
                 *         "execution_error": null,
                 *         "discussion_url": "sample",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Proposal"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "proposal.executed";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.proposal.queued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "proposal.queued",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "proposal",
                 *         "id": "prp_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "title": "Lower the exchange's fee",
                 *         "description": "sample",
                 *         "category": "protocol",
                 *         "proposer": "0xEC999567019347B478544E89335C192f0fD0Fc6B",
                 *         "status": "queued",
                 *         "for_votes": "12.5",
                 *         "against_votes": "12.5",
                 *         "abstain_votes": "12.5",
                 *         "quorum_votes": "12.5",
                 *         "starts_at": "2026-11-21T09:30:00.000Z",
                 *         "ends_at": "2026-11-21T09:30:00.000Z",
                 *         "snapshot_at": "2026-11-21T09:30:00.000Z",
                 *         "executable_at": "2026-11-21T09:30:00.000Z",
                 *         "executed_at": null,
                 *         "cancelled_at": null,
                 *         "cancel_reason": null,
                 *         "execution_error": null,
                 *         "discussion_url": "sample",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Proposal"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "proposal.queued";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.proposal.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "proposal.succeeded",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "proposal",
                 *         "id": "prp_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "title": "Lower the exchange's fee",
                 *         "description": "sample",
                 *         "category": "protocol",
                 *         "proposer": "0xEC999567019347B478544E89335C192f0fD0Fc6B",
                 *         "status": "succeeded",
                 *         "for_votes": "12.5",
                 *         "against_votes": "12.5",
                 *         "abstain_votes": "12.5",
                 *         "quorum_votes": "12.5",
                 *         "starts_at": "2026-11-21T09:30:00.000Z",
                 *         "ends_at": "2026-11-21T09:30:00.000Z",
                 *         "snapshot_at": "2026-11-21T09:30:00.000Z",
                 *         "executable_at": "2026-11-21T09:30:00.000Z",
                 *         "executed_at": null,
                 *         "cancelled_at": null,
                 *         "cancel_reason": null,
                 *         "execution_error": null,
                 *         "discussion_url": "sample",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Proposal"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "proposal.succeeded";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.stake.claimed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "stake.claimed",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "staking_position",
                 *         "id": "stk_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "pool": "locked-90",
                 *         "asset": "EUR",
                 *         "amount": "12.5",
                 *         "pending_rewards": "12.5",
                 *         "moved": "12.5",
                 *         "penalty": "12.5",
                 *         "unlocks_at": "2026-11-21T09:30:00.000Z",
                 *         "compounding": true,
                 *         "compounds_at": "2026-11-21T09:30:00.000Z",
                 *         "status": "active",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1StakingPositionEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "stake.claimed";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.stake.compounded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "stake.compounded",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "staking_position",
                 *         "id": "stk_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "pool": "locked-90",
                 *         "asset": "EUR",
                 *         "amount": "12.5",
                 *         "pending_rewards": "12.5",
                 *         "moved": "12.5",
                 *         "penalty": "12.5",
                 *         "unlocks_at": "2026-11-21T09:30:00.000Z",
                 *         "compounding": true,
                 *         "compounds_at": "2026-11-21T09:30:00.000Z",
                 *         "status": "active",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1StakingPositionEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "stake.compounded";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.stake.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "stake.created",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "staking_position",
                 *         "id": "stk_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "pool": "locked-90",
                 *         "asset": "EUR",
                 *         "amount": "12.5",
                 *         "pending_rewards": "12.5",
                 *         "moved": "12.5",
                 *         "penalty": "12.5",
                 *         "unlocks_at": "2026-11-21T09:30:00.000Z",
                 *         "compounding": true,
                 *         "compounds_at": "2026-11-21T09:30:00.000Z",
                 *         "status": "active",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1StakingPositionEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "stake.created";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.stake.unlocked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "stake.unlocked",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "staking_position",
                 *         "id": "stk_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "pool": "locked-90",
                 *         "asset": "EUR",
                 *         "amount": "12.5",
                 *         "pending_rewards": "12.5",
                 *         "moved": "12.5",
                 *         "penalty": "12.5",
                 *         "unlocks_at": "2026-11-21T09:30:00.000Z",
                 *         "compounding": true,
                 *         "compounds_at": "2026-11-21T09:30:00.000Z",
                 *         "status": "active",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1StakingPositionEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "stake.unlocked";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.stake.unstaked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "stake.unstaked",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "staking_position",
                 *         "id": "stk_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "pool": "locked-90",
                 *         "asset": "EUR",
                 *         "amount": "12.5",
                 *         "pending_rewards": "12.5",
                 *         "moved": "12.5",
                 *         "penalty": "12.5",
                 *         "unlocks_at": "2026-11-21T09:30:00.000Z",
                 *         "compounding": true,
                 *         "compounds_at": "2026-11-21T09:30:00.000Z",
                 *         "status": "active",
                 *         "transaction_hash": "0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1StakingPositionEvent"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "stake.unstaked";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.swap.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "swap.completed",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "swap",
                 *         "id": "sample",
                 *         "livemode": true,
                 *         "asset_in": "EUR",
                 *         "asset_out": "EUR",
                 *         "amount_in": "12.5",
                 *         "amount_out": "12.5",
                 *         "fee": "12.5",
                 *         "price_impact_percent": "0.5",
                 *         "route": [
                 *           "sample"
                 *         ],
                 *         "transaction_hash": "sample",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Swap"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "swap.completed";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.transfer.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "transfer.created",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "transfer",
                 *         "id": "sample",
                 *         "livemode": true,
                 *         "direction": "in",
                 *         "from_wallet": "sample",
                 *         "to_wallet": "sample",
                 *         "counterparty": "sample",
                 *         "amount": "12.5",
                 *         "asset": "EUR",
                 *         "status": "completed",
                 *         "description": "sample",
                 *         "hold": "sample",
                 *         "splits": [
                 *           {
                 *             "to_wallet": "sample",
                 *             "counterparty": "sample",
                 *             "amount": "12.5",
                 *             "asset": "EUR"
                 *           }
                 *         ],
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Transfer"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "transfer.created";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.wallet.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "wallet.created",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "wallet",
                 *         "id": "wal_01jd0000000000000000000000_eur",
                 *         "livemode": true,
                 *         "asset": "EUR",
                 *         "label": "Travel",
                 *         "balance": "12.5",
                 *         "available_balance": "12.5",
                 *         "locked_balance": "12.5",
                 *         "value": {
                 *           "usd": "0.00",
                 *           "eur": "0.00"
                 *         },
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Wallet"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "wallet.created";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.withdrawal.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "withdrawal.completed",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "withdrawal",
                 *         "id": "wdr_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "wallet": "wal_01jd0000000000000000000000_eur",
                 *         "amount": "12.5",
                 *         "fee": "12.5",
                 *         "asset": "EUR",
                 *         "destination": {
                 *           "type": "iban",
                 *           "network": "sepa",
                 *           "iban": "DE89370400440532013000",
                 *           "name": "Ada Lovelace",
                 *           "beneficiary": "sample",
                 *           "address": "sample"
                 *         },
                 *         "status": "completed",
                 *         "failure_reason": null,
                 *         "description": "sample",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Withdrawal"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "withdrawal.completed";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.withdrawal.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "withdrawal.created",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "withdrawal",
                 *         "id": "wdr_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "wallet": "wal_01jd0000000000000000000000_eur",
                 *         "amount": "12.5",
                 *         "fee": "12.5",
                 *         "asset": "EUR",
                 *         "destination": {
                 *           "type": "iban",
                 *           "network": "sepa",
                 *           "iban": "DE89370400440532013000",
                 *           "name": "Ada Lovelace",
                 *           "beneficiary": "sample",
                 *           "address": "sample"
                 *         },
                 *         "status": "pending",
                 *         "failure_reason": null,
                 *         "description": "sample",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Withdrawal"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "withdrawal.created";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.events.withdrawal.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *       "type": "withdrawal.failed",
                 *       "createdAt": "2026-11-21T09:30:00.000Z",
                 *       "apiVersion": "v1",
                 *       "livemode": true,
                 *       "sequence": 1,
                 *       "data": {
                 *         "object": "withdrawal",
                 *         "id": "wdr_01jd3v8y2m9t4k6q0s5w7x1z3b",
                 *         "livemode": true,
                 *         "wallet": "wal_01jd0000000000000000000000_eur",
                 *         "amount": "12.5",
                 *         "fee": "12.5",
                 *         "asset": "EUR",
                 *         "destination": {
                 *           "type": "iban",
                 *           "network": "sepa",
                 *           "iban": "DE89370400440532013000",
                 *           "name": "Ada Lovelace",
                 *           "beneficiary": "sample",
                 *           "address": "sample"
                 *         },
                 *         "status": "failed",
                 *         "failure_reason": "AC04",
                 *         "description": "sample",
                 *         "created_at": "2026-11-21T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook's API version, which `data` has
                     * @enum {string}
                     */
                    apiVersion: "v1" | "v2";
                    /**
                     * Format: date-time
                     * @description When the event occurred
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["V1Withdrawal"];
                    /** @example evt_01jd3v8y2m9t4k6q0s5w7x1z3b */
                    id: string;
                    livemode: boolean;
                    /** @description Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have */
                    sequence: number;
                    /**
                     * @description Present in test events
                     * @constant
                     */
                    test?: true;
                    /** @constant */
                    type: "withdrawal.failed";
                };
            };
        };
        responses: {
            /** @description Any 2xx confirms receipt */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
