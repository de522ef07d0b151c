/** Made of the API's document: npm run sdk:types. */

export interface paths {
    "/v1/governance/delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Delegate voting power
         * @description All of it but what the multipliers of stakes add, to one account, until it is taken back (`null`, or one's own address) or given to another. Holds for votes whose snapshot is not before this moment. An account has at most 1,000 delegators (`DELEGATOR_LIMIT_REACHED`).
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * List proposals
         * @description `status` is what a proposal has at the time of the request, whether or not the transition was recorded yet.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.governance.proposals.list"];
        put?: never;
        /**
         * Create a proposal
         * @description Takes at least 1,000,000 of voting power now. Voting begins after 2 days and lasts 7; a quorum is 4 % of the supply; a timelock of 2 days follows; governance may change these figures. 0 to 10 actions `{target, value, signature, calldata}`, without any it is a signalling proposal. An account proposes at most 100 times in 24 hours. The targets:
         *
         *     - treasury `0xB7E039a82f30056fe09afB96a74D353455b39fE8`: `transfer(address,string,uint256)` - recipient (an account's address), symbol of an asset, amount in its base units. Opens the recipient's wallet where there is none. `redeemShares(string,uint256,uint256,uint256)` - a pair's id (`BTC-USDC`), how many of the treasury's shares of its pool to give back, and the least of token0 and of token1 that they must give at execution, all in base units; the tokens go to the treasury. `fundRewards(uint256)` - base units of the platform's token for the account that staking's rewards are paid from.
         *     - exchange `0x3c78610499be4a5C7354c07C62360BA9c764A0Af`: `setFee(uint256)` - swap fee in hundredths of a percent, 0 to 100.
         *     - staking `0xf116b03A61108493F9a931795571B00f58352598`: `setPool(string,uint256,uint256,uint256,bool)` - pool, APY in hundredths of a percent (0 to 10000), least and most of one stake in base units, whether it takes new stakes.
         *     - farming `0x9da52526A56E57AaB6fa1b1d48d25ABbb5c45763`: `createFarm(string,string,uint256,uint256)` - the new farm's id, a pair's id, how long each of its emissions lasts in seconds (1 day to 4 years), and the first reward in base units out of the treasury, or 0. `fundFarm(string,uint256)` - farm, reward out of the treasury: a new period begins, with what is left of the one before. `endFarm(string)` - ends its emission: the treasury gets back what nobody has earned, shares can be taken back as ever. `setFarmDuration(string,uint256)` - for emissions after the one that runs, which must be over.
         *     - governance `0x04823CfaF6806e690A789FcD9A0F7F58f96C5b39`: `setParameters(uint256,uint256,uint256,uint256,uint256)` - threshold in base units (1,000 to 50,000,000 tokens), quorum in hundredths of a percent (100 to 2000), voting delay (1 hour to 14 days), voting period (1 to 30 days) and timelock (2 to 30 days) in seconds. For proposals after it.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Retrieve a proposal
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Vote on a proposal
         * @description Once, with the voting power that the caller had at the proposal's `snapshot_at`. What a stake's multiplier adds counts as far as it is still staked under a lock that ends after voting, and keeps it there until then. Who votes by several accounts' keys votes for each. Tokens in the exchange's pools and in farms have no vote: they are the pool's. A vote cannot be changed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Retrieve the caller's voting power
         * @description While `delegated_to` names another account the caller's own part counts there, and `total_power` is `delegated_power` alone. Tokens in the exchange's pools and in farms have no vote: a pool's reserves change with every swap, and whoever moves them could vote twice.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.governance.voting-power"];
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
        /**
         * List current prices
         * @description Refreshed every 5 seconds; `created_at` is when an asset's market told its price.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Retrieve an asset's price
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Retrieve an asset's price history
         * @description Candles that overlap the range and are over, up to 365 days back. `to` defaults to now, `from` to 100 candles before it; both are answered as whole candles. A candle that nobody recorded is absent. One answer holds at most 10,000.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * List staking pools
         * @description Rewards are simple interest by the second. Governance may change rate, bounds and `active`; a changed rate counts from its change on. `created_at` is when the ledger began.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Retrieve a staking pool
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * List staking positions
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.staking.positions.list"];
        put?: never;
        /**
         * Stake
         * @description The amount stays in the wallet, locked. An account may have 1,000 open positions. A stake is taken while the rewards of all stakes, its own included, are funded for 365 days (`REWARDS_NOT_FUNDED`). Who owes money stakes nothing (`ACCOUNT_IN_DEBT`).
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Retrieve a staking position
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Claim a position's rewards
         * @description Where nothing has accrued, `claimed` is `0`, nothing is written, `transaction_hash` is null and `id` is the position's. Where the rewards account is short, what there is is paid, and the rest stays owed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Turn compounding on or off
         * @description While it is on, what has accrued is added to the stake every 24 hours from now, exactly as of that time; days that the schedule has missed are made up for one after another. What cannot be added stays in `pending_rewards`, to be claimed or added another day: what is beyond the pool's `max_stake` or not in the rewards account; and all of it while the pool is not `active`, while the rewards of so much more stake are not funded for 365 days, or while the account owes money. What is added is locked as the stake is.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Take a stake back
         * @description In part or whole, at once. Before `unlocks_at` it is `POSITION_LOCKED` unless `force_early`: then 10 % of the amount, rounded up, go to the treasury; while a vote in which locks weigh is not over, not even then (`STAKE_IS_VOTING`). Who takes back all is paid the rewards too; what the rewards account cannot pay at that moment stays to be claimed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * List staking rewards
         * @description What was paid, entry by entry, and beside the list what each pool has earned, paid and owes.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.staking.rewards"];
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
        /**
         * List wallets
         * @description The caller's wallets with what they are worth: one per asset, at most 10.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.wallets.list"];
        put?: never;
        /**
         * Open a wallet
         * @description A wallet is opened empty. There is one per asset, and at most 10.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Retrieve a wallet
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.wallets.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Candle: {
            /**
             * @description US dollars
             * @example 90123.45
             */
            close: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            high: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            low: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            open: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            start: string;
            /**
             * @description US dollars traded; 0 where that is not known
             * @example 90123.45
             */
            volume: string;
        };
        Delegation: {
            /**
             * @description Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description null where the power is the caller's own
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            delegated_to: string | null;
            /** @description How many accounts have delegated to the caller */
            delegators: number;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "delegation";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            since: string | null;
        };
        DetailedPrice: {
            /**
             * @description US dollars
             * @example 90123.45
             */
            all_time_high: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            all_time_high_at: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            all_time_low: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            all_time_low_at: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Bitcoin */
            btc: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_1h: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_7d: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_24h: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_30d: string;
            /** @description Whole units of the asset; 0 where it has no such figure */
            circulating_supply: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Ether */
            eth: string;
            /** @description Euro */
            eur: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            fully_diluted_valuation: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            high_24h: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * @description US dollars
             * @example 90123.45
             */
            low_24h: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            market_cap: string;
            /** @description Whole units of the asset; 0 where it has no such figure */
            max_supply: string;
            name: string;
            /** @enum {string} */
            object: "price";
            /** @description Whole units of the asset; 0 where it has no such figure */
            total_supply: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            usd: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            volume_24h: string;
            /**
             * @description Percent, of the 24 hours before the last 24
             * @example -1.25
             */
            volume_change_24h: string;
        };
        NewStakingPosition: {
            /**
             * Format: decimal
             * @description What is left of the stake, with the rewards that were added to it
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Whether its rewards are added to it daily */
            compounding: boolean;
            /**
             * Format: date-time
             * @description When they are next
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "staking_position";
            /**
             * Format: decimal
             * @description Accrued up to now, neither paid nor added to the stake
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Within a minute of `unlocks_at` a stake becomes one of `flexible`
             * @example locked-90
             */
            pool: string;
            /**
             * @description `completed` once all was taken back
             * @enum {string}
             */
            status: "active" | "completed";
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
            /**
             * Format: date-time
             * @description From when on it can be taken back freely; null where it always can
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
            /**
             * Format: decimal
             * @description `amount` times the pool's multiplier
             * @example 12.5
             */
            voting_power: string;
        };
        PoolRewards: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description What of `paid` was added to stakes
             * @example 12.5
             */
            compounded: string;
            /**
             * Format: decimal
             * @description `paid` and `pending` together
             * @example 12.5
             */
            earned: string;
            /**
             * Format: decimal
             * @description Claimed, paid on unstaking, or added to stakes
             * @example 12.5
             */
            paid: string;
            /**
             * Format: decimal
             * @description Accrued up to now and not paid yet
             * @example 12.5
             */
            pending: string;
            /**
             * @description A pool's id
             * @example locked-90
             */
            pool: string;
        };
        Price: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_7d: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_24h: string;
            /** @description Whole units of the asset; 0 where it has no such figure */
            circulating_supply: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Euro */
            eur: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            high_24h: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * @description US dollars
             * @example 90123.45
             */
            low_24h: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            market_cap: string;
            name: string;
            /** @enum {string} */
            object: "price";
            /**
             * @description US dollars
             * @example 90123.45
             */
            usd: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            volume_24h: string;
        };
        PriceHistory: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Oldest first */
            data: components["schemas"]["Candle"][];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            id: string;
            /** @enum {string} */
            interval: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "price_history";
            /**
             * Format: date-time
             * @description Exclusive
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
        };
        Proposal: {
            /**
             * Format: decimal
             * @description Voting power: abstentions
             * @example 12.5
             */
            abstain_votes: string;
            /**
             * Format: decimal
             * @description Voting power: against it
             * @example 12.5
             */
            against_votes: string;
            cancel_reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            cancelled_at: string | null;
            /** @enum {string} */
            category: "protocol" | "treasury" | "ecosystem" | "emergency";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Markdown */
            description: string;
            discussion_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description From when on it is executed, if it passes
             * @example 2026-11-21T09:30:00.000Z
             */
            executable_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            executed_at: string | null;
            /** @description Why its last execution failed */
            execution_error: string | null;
            /**
             * Format: decimal
             * @description Voting power: for it
             * @example 12.5
             */
            for_votes: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "proposal";
            /**
             * @description Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            proposer: string;
            /**
             * Format: decimal
             * @description Voting power: what votes for it and abstentions must come to together
             * @example 12.5
             */
            quorum_votes: string;
            /**
             * Format: date-time
             * @description The instant whose voting power counts: a minute before `starts_at`
             * @example 2026-11-21T09:30:00.000Z
             */
            snapshot_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            starts_at: string;
            /**
             * @description At this very instant
             * @enum {string}
             */
            status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            title: string;
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string;
        };
        ProposalWithActions: {
            /**
             * Format: decimal
             * @description Voting power: abstentions
             * @example 12.5
             */
            abstain_votes: string;
            actions: {
                calldata: string;
                signature: string;
                target: string;
                value: string;
            }[];
            /**
             * Format: decimal
             * @description Voting power: against it
             * @example 12.5
             */
            against_votes: string;
            cancel_reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            cancelled_at: string | null;
            /** @enum {string} */
            category: "protocol" | "treasury" | "ecosystem" | "emergency";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Markdown */
            description: string;
            discussion_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description From when on it is executed, if it passes
             * @example 2026-11-21T09:30:00.000Z
             */
            executable_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            executed_at: string | null;
            /** @description Why its last execution failed */
            execution_error: string | null;
            /**
             * Format: decimal
             * @description Voting power: for it
             * @example 12.5
             */
            for_votes: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "proposal";
            /**
             * @description Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            proposer: string;
            /**
             * Format: decimal
             * @description Voting power: what votes for it and abstentions must come to together
             * @example 12.5
             */
            quorum_votes: string;
            /**
             * Format: date-time
             * @description The instant whose voting power counts: a minute before `starts_at`
             * @example 2026-11-21T09:30:00.000Z
             */
            snapshot_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            starts_at: string;
            /**
             * @description At this very instant
             * @enum {string}
             */
            status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            title: string;
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string;
        };
        publicError: {
            error: {
                code: string;
                details: Record<string, never>;
                message: string;
                request_id: string;
            };
        };
        RewardClaim: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description What was paid to the wallet
             * @example 12.5
             */
            claimed: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "reward_claim";
            /**
             * Format: decimal
             * @description What is still owed: 0 unless the rewards account was short
             * @example 12.5
             */
            pending_rewards: string;
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            position: string;
            /** @description null where there was nothing to pay */
            transaction_hash: string | null;
        };
        StakingPool: {
            /** @description Whether it takes new stakes */
            active: boolean;
            /**
             * @description Simple interest in percent a year
             * @example 15
             */
            apy_percent: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @description 0 where a stake can be taken back at any time */
            lock_days: number;
            /**
             * Format: decimal
             * @description The most of one stake
             * @example 12.5
             */
            max_stake: string;
            /**
             * Format: decimal
             * @description The least of one stake
             * @example 12.5
             */
            min_stake: string;
            name: string;
            /** @enum {string} */
            object: "staking_pool";
            /**
             * Format: date-time
             * @description Until when the rewards of all stakes are in the account that pays them, the same for all pools; null where no end is in sight
             * @example 2026-11-21T09:30:00.000Z
             */
            rewards_funded_until: string | null;
            /**
             * Format: decimal
             * @description What is staked in the pool
             * @example 12.5
             */
            staked: string;
            /** @example 1.5 */
            voting_multiplier: string;
        };
        StakingPosition: {
            /**
             * Format: decimal
             * @description What is left of the stake, with the rewards that were added to it
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Whether its rewards are added to it daily */
            compounding: boolean;
            /**
             * Format: date-time
             * @description When they are next
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "staking_position";
            /**
             * Format: decimal
             * @description Accrued up to now, neither paid nor added to the stake
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Within a minute of `unlocks_at` a stake becomes one of `flexible`
             * @example locked-90
             */
            pool: string;
            /**
             * @description `completed` once all was taken back
             * @enum {string}
             */
            status: "active" | "completed";
            /**
             * Format: date-time
             * @description From when on it can be taken back freely; null where it always can
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
            /**
             * Format: decimal
             * @description `amount` times the pool's multiplier
             * @example 12.5
             */
            voting_power: string;
        };
        StakingReward: {
            /**
             * Format: decimal
             * @description What was paid
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /**
             * @description `claimed`, paid with the last of an `unstaked` position, or `compounded`: added to the stake
             * @enum {string}
             */
            kind: "claimed" | "unstaked" | "compounded";
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "staking_reward";
            /**
             * @description A pool's id
             * @example locked-90
             */
            pool: string;
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            position: string;
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
        };
        Unstake: {
            /**
             * Format: decimal
             * @description What was taken out of the position
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "unstake";
            /**
             * Format: decimal
             * @description What of that went to the treasury
             * @example 12.5
             */
            penalty: string;
            position: components["schemas"]["StakingPosition"];
            /**
             * Format: decimal
             * @description `amount` less `penalty`: what came back to the wallet
             * @example 12.5
             */
            received: string;
            /**
             * Format: decimal
             * @description Paid to the wallet on top of `received`
             * @example 12.5
             */
            rewards_paid: string;
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
        };
        Vote: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "vote";
            /** @example prp_01jd3v8y2m9t4k6q0s5w7x1z3b */
            proposal: string;
            reason: string | null;
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string;
            /** @enum {string} */
            vote: "for" | "against" | "abstain";
            /**
             * @description Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            voter: string;
            /**
             * Format: decimal
             * @description Voting power: what the voter had at the proposal's snapshot
             * @example 12.5
             */
            voting_power: string;
        };
        VotingPower: {
            /**
             * @description Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description Voting power: what others have delegated to the caller
             * @example 12.5
             */
            delegated_power: string;
            /**
             * @description Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            delegated_to: string | null;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "voting_power";
            /**
             * @description Of the total supply, rounded down
             * @example 0.1250
             */
            share_percent: string;
            /**
             * Format: decimal
             * @description Voting power: staked, before multipliers
             * @example 12.5
             */
            staked_balance: string;
            /**
             * @description The average over all stakes
             * @example 1.5
             */
            staking_multiplier: string;
            /**
             * Format: decimal
             * @description Voting power: `wallet_balance` + `staked_balance` x `staking_multiplier` + `delegated_power`
             * @example 12.5
             */
            total_power: string;
            /**
             * Format: decimal
             * @description Voting power: of what is in the wallet and not staked
             * @example 12.5
             */
            wallet_balance: string;
        };
        Wallet: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description What can be sent, swapped, staked or withdrawn
             * @example 12.5
             */
            available_balance: string;
            /**
             * Format: decimal
             * @description What is available and what is locked
             * @example 12.5
             */
            balance: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            label: string | null;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * Format: decimal
             * @description Staked, farmed, or held for a withdrawal or a card's payment
             * @example 12.5
             */
            locked_balance: string;
            /** @enum {string} */
            object: "wallet";
            /** @description What the balance is worth now, rounded down to cents; `0` without a known price */
            value: {
                eur: string;
                usd: string;
            };
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
    "public.governance.delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "delegate": "0xec99956701A205b45aaD801750972010C2E22665"
                 *     }
                 */
                "application/json": {
                    /** @example 0x3c78610499be4a5C7354c07C62360BA9c764A0Af */
                    delegate: string | null;
                };
            };
        };
        responses: {
            /** @description The delegation from now on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "delegation",
                     *       "id": "0xEc99956701a205b4543cb6C04618731c6dC83D6b",
                     *       "livemode": true,
                     *       "address": "0xEc99956701a205b4543cb6C04618731c6dC83D6b",
                     *       "delegated_to": "0xec99956701A205b45aaD801750972010C2E22665",
                     *       "since": "2026-11-23T00:00:36.833Z",
                     *       "delegators": 0,
                     *       "created_at": "2026-11-23T00:00:36.833Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Delegation"];
                };
            };
        };
    };
    "public.governance.proposals.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
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
            /** @description The proposals, newest first, without their actions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "proposal",
                     *           "id": "prp_01m82v8tbqz6fw74zeaarywzv2",
                     *           "livemode": true,
                     *           "title": "A proposal",
                     *           "description": "It says **what** and why.",
                     *           "category": "protocol",
                     *           "proposer": "0xEC99956701A205b4689e2D0589806B1b9E603687",
                     *           "status": "active",
                     *           "for_votes": "0",
                     *           "against_votes": "0",
                     *           "abstain_votes": "0",
                     *           "quorum_votes": "40000000",
                     *           "starts_at": "2026-11-25T00:00:39.287Z",
                     *           "ends_at": "2026-12-02T00:00:39.287Z",
                     *           "snapshot_at": "2026-11-24T23:59:39.287Z",
                     *           "executable_at": "2026-12-04T00:00:39.287Z",
                     *           "executed_at": null,
                     *           "cancelled_at": null,
                     *           "cancel_reason": null,
                     *           "execution_error": null,
                     *           "discussion_url": null,
                     *           "transaction_hash": "0xc2598b663e3f443a4267dcf8158131560dc150cb2316c7d890bcd1d5168234f5",
                     *           "created_at": "2026-11-23T00:00:39.287Z"
                     *         },
                     *         {
                     *           "object": "proposal",
                     *           "id": "prp_01m82v8taq781eyfe8b8w7d68y",
                     *           "livemode": true,
                     *           "title": "A proposal",
                     *           "description": "It says **what** and why.",
                     *           "category": "protocol",
                     *           "proposer": "0xEC99956701A205b4689e2D0589806B1b9E603687",
                     *           "status": "active",
                     *           "for_votes": "2000000",
                     *           "against_votes": "0",
                     *           "abstain_votes": "0",
                     *           "quorum_votes": "40000000",
                     *           "starts_at": "2026-11-25T00:00:39.255Z",
                     *           "ends_at": "2026-12-02T00:00:39.255Z",
                     *           "snapshot_at": "2026-11-24T23:59:39.255Z",
                     *           "executable_at": "2026-12-04T00:00:39.255Z",
                     *           "executed_at": null,
                     *           "cancelled_at": null,
                     *           "cancel_reason": null,
                     *           "execution_error": null,
                     *           "discussion_url": null,
                     *           "transaction_hash": "0xd89ebb48ea02962ca6d875ac8880d721e76d79e6ff4477edb890337e50b94f36",
                     *           "created_at": "2026-11-23T00:00:39.255Z"
                     *         },
                     *         {
                     *           "object": "proposal",
                     *           "id": "prp_01m82v8t3x61kmd5hh211cmw31",
                     *           "livemode": true,
                     *           "title": "Lower the exchange fee",
                     *           "description": "A lower fee brings more trades.",
                     *           "category": "protocol",
                     *           "proposer": "0xeC99956701a205b45FeE2d98dBc344139D48FDb8",
                     *           "status": "active",
                     *           "for_votes": "0",
                     *           "against_votes": "0",
                     *           "abstain_votes": "0",
                     *           "quorum_votes": "40000000",
                     *           "starts_at": "2026-11-25T00:00:39.037Z",
                     *           "ends_at": "2026-12-02T00:00:39.037Z",
                     *           "snapshot_at": "2026-11-24T23:59:39.037Z",
                     *           "executable_at": "2026-12-04T00:00:39.037Z",
                     *           "executed_at": null,
                     *           "cancelled_at": null,
                     *           "cancel_reason": null,
                     *           "execution_error": null,
                     *           "discussion_url": null,
                     *           "transaction_hash": "0xea55a4d7cb5a6f43a5d5a754b8962b92e1f3de7726d89ae5786277ce8f88f584",
                     *           "created_at": "2026-11-23T00:00:39.037Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Proposal"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
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
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Lower the exchange fee",
                 *       "description": "A lower fee brings more trades.",
                 *       "category": "protocol",
                 *       "actions": []
                 *     }
                 */
                "application/json": {
                    actions?: {
                        /** @example 0x0000000000000000000000000000000000000000000000000000000000000019 */
                        calldata: string;
                        /** @example setFee(uint256) */
                        signature: string;
                        /** @example 0x3c78610499be4a5C7354c07C62360BA9c764A0Af */
                        target: string;
                        /** @example 0 */
                        value: string;
                    }[];
                    /** @enum {string} */
                    category: "protocol" | "treasury" | "ecosystem" | "emergency";
                    /**
                     * @description Markdown
                     * @example A lower fee brings more trades.
                     */
                    description: string;
                    /** Format: uri */
                    discussion_url?: string;
                    /** @example Lower the exchange fee */
                    title: string;
                };
            };
        };
        responses: {
            /** @description The new proposal */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "proposal",
                     *       "id": "prp_01m82v8t3x61kmd5hh211cmw31",
                     *       "livemode": true,
                     *       "title": "Lower the exchange fee",
                     *       "description": "A lower fee brings more trades.",
                     *       "category": "protocol",
                     *       "proposer": "0xeC99956701a205b45FeE2d98dBc344139D48FDb8",
                     *       "status": "pending",
                     *       "for_votes": "0",
                     *       "against_votes": "0",
                     *       "abstain_votes": "0",
                     *       "quorum_votes": "40000000",
                     *       "starts_at": "2026-11-25T00:00:39.037Z",
                     *       "ends_at": "2026-12-02T00:00:39.037Z",
                     *       "snapshot_at": "2026-11-24T23:59:39.037Z",
                     *       "executable_at": "2026-12-04T00:00:39.037Z",
                     *       "executed_at": null,
                     *       "cancelled_at": null,
                     *       "cancel_reason": null,
                     *       "execution_error": null,
                     *       "discussion_url": null,
                     *       "transaction_hash": "0xea55a4d7cb5a6f43a5d5a754b8962b92e1f3de7726d89ae5786277ce8f88f584",
                     *       "created_at": "2026-11-23T00:00:39.037Z",
                     *       "actions": []
                     *     }
                     */
                    "application/json": components["schemas"]["ProposalWithActions"];
                };
            };
        };
    };
    "public.governance.proposals.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prp_01m82v8t3x61kmd5hh211cmw31 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposal with its actions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "proposal",
                     *       "id": "prp_01m82v8t3x61kmd5hh211cmw31",
                     *       "livemode": true,
                     *       "title": "Lower the exchange fee",
                     *       "description": "A lower fee brings more trades.",
                     *       "category": "protocol",
                     *       "proposer": "0xeC99956701a205b45FeE2d98dBc344139D48FDb8",
                     *       "status": "active",
                     *       "for_votes": "0",
                     *       "against_votes": "0",
                     *       "abstain_votes": "0",
                     *       "quorum_votes": "40000000",
                     *       "starts_at": "2026-11-25T00:00:39.037Z",
                     *       "ends_at": "2026-12-02T00:00:39.037Z",
                     *       "snapshot_at": "2026-11-24T23:59:39.037Z",
                     *       "executable_at": "2026-12-04T00:00:39.037Z",
                     *       "executed_at": null,
                     *       "cancelled_at": null,
                     *       "cancel_reason": null,
                     *       "execution_error": null,
                     *       "discussion_url": null,
                     *       "transaction_hash": "0xea55a4d7cb5a6f43a5d5a754b8962b92e1f3de7726d89ae5786277ce8f88f584",
                     *       "created_at": "2026-11-23T00:00:39.037Z",
                     *       "actions": []
                     *     }
                     */
                    "application/json": components["schemas"]["ProposalWithActions"];
                };
            };
        };
    };
    "public.governance.proposals.vote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prp_01m82v8taq781eyfe8b8w7d68y */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vote": "for"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                    /** @enum {string} */
                    vote: "for" | "against" | "abstain";
                };
            };
        };
        responses: {
            /** @description The vote as it was counted */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "vote",
                     *       "id": "0x58395661b9851c9044f41a0478761983134e3f08037b5d49393e7bf03b58a6a0",
                     *       "livemode": true,
                     *       "proposal": "prp_01m82v8taq781eyfe8b8w7d68y",
                     *       "voter": "0xEC99956701A205b4689e2D0589806B1b9E603687",
                     *       "vote": "for",
                     *       "voting_power": "2000000",
                     *       "reason": null,
                     *       "transaction_hash": "0x58395661b9851c9044f41a0478761983134e3f08037b5d49393e7bf03b58a6a0",
                     *       "created_at": "2026-11-25T00:00:41.513Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Vote"];
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
            /** @description What it is made of, now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "voting_power",
                     *       "id": "0xEc99956701a205b4543cb6C04618731c6dC83D6b",
                     *       "livemode": true,
                     *       "address": "0xEc99956701a205b4543cb6C04618731c6dC83D6b",
                     *       "wallet_balance": "4000920.021918061897513952",
                     *       "staked_balance": "490",
                     *       "staking_multiplier": "1.0",
                     *       "delegated_power": "0",
                     *       "total_power": "0",
                     *       "share_percent": "0.0000",
                     *       "delegated_to": "0xec99956701A205b45aaD801750972010C2E22665",
                     *       "created_at": "2026-11-26T00:00:50.615Z"
                     *     }
                     */
                    "application/json": components["schemas"]["VotingPower"];
                };
            };
        };
    };
    "public.prices.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prices, in the order of the assets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "price",
                     *           "id": "EUR",
                     *           "livemode": true,
                     *           "asset": "EUR",
                     *           "name": "Euro",
                     *           "usd": "1.0325638",
                     *           "eur": "1",
                     *           "change_24h": "0.60",
                     *           "change_7d": "-0.17",
                     *           "volume_24h": "1207928010.01",
                     *           "market_cap": "0.00",
                     *           "circulating_supply": "0",
                     *           "high_24h": "1.0338753",
                     *           "low_24h": "1.0258302",
                     *           "created_at": "2026-11-26T00:00:55.000Z"
                     *         },
                     *         {
                     *           "object": "price",
                     *           "id": "USD",
                     *           "livemode": true,
                     *           "asset": "USD",
                     *           "name": "US Dollar",
                     *           "usd": "1",
                     *           "eur": "0.968463159371",
                     *           "change_24h": "0.00",
                     *           "change_7d": "0.00",
                     *           "volume_24h": "0.00",
                     *           "market_cap": "0.00",
                     *           "circulating_supply": "0",
                     *           "high_24h": "1",
                     *           "low_24h": "1",
                     *           "created_at": "2026-11-26T00:00:55.000Z"
                     *         },
                     *         {
                     *           "object": "price",
                     *           "id": "BTC",
                     *           "livemode": true,
                     *           "asset": "BTC",
                     *           "name": "Bitcoin",
                     *           "usd": "73911.92",
                     *           "eur": "71580.9715584",
                     *           "change_24h": "-0.06",
                     *           "change_7d": "-4.66",
                     *           "volume_24h": "24465695070.73",
                     *           "market_cap": "1470847208000.00",
                     *           "circulating_supply": "19900000",
                     *           "high_24h": "74880.603",
                     *           "low_24h": "72880.64",
                     *           "created_at": "2026-11-26T00:00:55.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Price"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
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
                /**
                 * @description Symbol of an asset, in any letter case
                 * @example EUR
                 */
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price in detail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "price",
                     *       "id": "EUR",
                     *       "livemode": true,
                     *       "asset": "EUR",
                     *       "name": "Euro",
                     *       "usd": "1.0325638",
                     *       "eur": "1",
                     *       "change_24h": "0.60",
                     *       "change_7d": "-0.17",
                     *       "volume_24h": "1207928010.01",
                     *       "market_cap": "0.00",
                     *       "circulating_supply": "0",
                     *       "high_24h": "1.0338753",
                     *       "low_24h": "1.0258302",
                     *       "created_at": "2026-11-26T00:00:55.000Z",
                     *       "btc": "0.0000139701931705",
                     *       "eth": "0.000424615048044",
                     *       "change_1h": "-0.08",
                     *       "change_30d": "-1.64",
                     *       "volume_change_24h": "0.00",
                     *       "fully_diluted_valuation": "0.00",
                     *       "total_supply": "0",
                     *       "max_supply": "0",
                     *       "all_time_high": "1.1580918",
                     *       "all_time_high_at": "2026-04-08T18:28:00.000Z",
                     *       "all_time_low": "1.0255091",
                     *       "all_time_low_at": "2026-11-24T00:48:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DetailedPrice"];
                };
            };
        };
    };
    "public.prices.history": {
        parameters: {
            query?: {
                /** @description ISO 8601 with a time zone; a date alone is its 00:00 UTC */
                from?: string;
                interval?: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
                /** @description ISO 8601 with a time zone; a date alone is its 00:00 UTC */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Symbol of an asset, in any letter case
                 * @example BTC
                 */
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "price_history",
                     *       "id": "BTC-1h",
                     *       "livemode": true,
                     *       "asset": "BTC",
                     *       "interval": "1h",
                     *       "from": "2026-11-21T20:00:00.000Z",
                     *       "to": "2026-11-26T00:00:00.000Z",
                     *       "data": [
                     *         {
                     *           "start": "2026-11-21T20:00:00.000Z",
                     *           "open": "76073.293",
                     *           "high": "76155.034",
                     *           "low": "75782.195",
                     *           "close": "75798.033",
                     *           "volume": "891528874.22"
                     *         },
                     *         {
                     *           "start": "2026-11-21T21:00:00.000Z",
                     *           "open": "75793.796",
                     *           "high": "75992.939",
                     *           "low": "75455.588",
                     *           "close": "75643.538",
                     *           "volume": "980227449.22"
                     *         },
                     *         {
                     *           "start": "2026-11-21T22:00:00.000Z",
                     *           "open": "75646.176",
                     *           "high": "75705.203",
                     *           "low": "75338.39",
                     *           "close": "75657.878",
                     *           "volume": "875532204.67"
                     *         }
                     *       ],
                     *       "created_at": "2026-11-26T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PriceHistory"];
                };
            };
        };
    };
    "public.staking.pools.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pools, the shortest lock first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "staking_pool",
                     *           "id": "flexible",
                     *           "livemode": true,
                     *           "name": "Flexible",
                     *           "asset": "YANI",
                     *           "apy_percent": "8",
                     *           "staked": "490",
                     *           "lock_days": 0,
                     *           "min_stake": "100",
                     *           "max_stake": "10000000",
                     *           "voting_multiplier": "1",
                     *           "active": true,
                     *           "rewards_funded_until": null,
                     *           "created_at": "2026-11-23T00:00:29.796Z"
                     *         },
                     *         {
                     *           "object": "staking_pool",
                     *           "id": "locked-90",
                     *           "livemode": true,
                     *           "name": "Locked for 90 days",
                     *           "asset": "YANI",
                     *           "apy_percent": "15",
                     *           "staked": "0",
                     *           "lock_days": 90,
                     *           "min_stake": "100",
                     *           "max_stake": "10000000",
                     *           "voting_multiplier": "1.5",
                     *           "active": true,
                     *           "rewards_funded_until": null,
                     *           "created_at": "2026-11-23T00:00:29.796Z"
                     *         },
                     *         {
                     *           "object": "staking_pool",
                     *           "id": "locked-365",
                     *           "livemode": true,
                     *           "name": "Locked for 365 days",
                     *           "asset": "YANI",
                     *           "apy_percent": "25",
                     *           "staked": "0",
                     *           "lock_days": 365,
                     *           "min_stake": "100",
                     *           "max_stake": "10000000",
                     *           "voting_multiplier": "2",
                     *           "active": true,
                     *           "rewards_funded_until": null,
                     *           "created_at": "2026-11-23T00:00:29.796Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["StakingPool"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
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
                /**
                 * @description A pool's id
                 * @example flexible
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "staking_pool",
                     *       "id": "flexible",
                     *       "livemode": true,
                     *       "name": "Flexible",
                     *       "asset": "YANI",
                     *       "apy_percent": "8",
                     *       "staked": "490",
                     *       "lock_days": 0,
                     *       "min_stake": "100",
                     *       "max_stake": "10000000",
                     *       "voting_multiplier": "1",
                     *       "active": true,
                     *       "rewards_funded_until": null,
                     *       "created_at": "2026-11-23T00:00:29.796Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StakingPool"];
                };
            };
        };
    };
    "public.staking.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
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
            /** @description The caller's positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "staking_position",
                     *           "id": "stk_01m8ajf5m8sycww2k2syfeba1f",
                     *           "livemode": true,
                     *           "pool": "flexible",
                     *           "asset": "YANI",
                     *           "amount": "90",
                     *           "pending_rewards": "0.000003450025367833",
                     *           "unlocks_at": null,
                     *           "status": "active",
                     *           "voting_power": "90",
                     *           "compounding": false,
                     *           "compounds_at": null,
                     *           "created_at": "2026-11-26T00:00:45.736Z"
                     *         },
                     *         {
                     *           "object": "staking_position",
                     *           "id": "stk_01m8ajf5fn02c7nk2jq9059hzy",
                     *           "livemode": true,
                     *           "pool": "flexible",
                     *           "asset": "YANI",
                     *           "amount": "100",
                     *           "pending_rewards": "0.000003805175038051",
                     *           "unlocks_at": null,
                     *           "status": "active",
                     *           "voting_power": "100",
                     *           "compounding": false,
                     *           "compounds_at": null,
                     *           "created_at": "2026-11-26T00:00:45.579Z"
                     *         },
                     *         {
                     *           "object": "staking_position",
                     *           "id": "stk_01m8ajf34nzd9bjnnzhhzr45ww",
                     *           "livemode": true,
                     *           "pool": "flexible",
                     *           "asset": "YANI",
                     *           "amount": "100",
                     *           "pending_rewards": "0.000004312531709791",
                     *           "unlocks_at": null,
                     *           "status": "active",
                     *           "voting_power": "100",
                     *           "compounding": true,
                     *           "compounds_at": "2026-11-27T00:00:44.336Z",
                     *           "created_at": "2026-11-26T00:00:43.180Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["StakingPosition"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
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
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pool": "flexible",
                 *       "amount": "100"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description A pool's id
                     * @example locked-90
                     */
                    pool: string;
                };
            };
        };
        responses: {
            /** @description The new position */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "staking_position",
                     *       "id": "stk_01m8ajf5fn02c7nk2jq9059hzy",
                     *       "livemode": true,
                     *       "pool": "flexible",
                     *       "asset": "YANI",
                     *       "amount": "100",
                     *       "pending_rewards": "0",
                     *       "unlocks_at": null,
                     *       "status": "active",
                     *       "voting_power": "100",
                     *       "compounding": false,
                     *       "compounds_at": null,
                     *       "created_at": "2026-11-26T00:00:45.579Z",
                     *       "transaction_hash": "0x1ac06f1e341caa0b311c9450089d1b80d8ebfccc4a2b925fa560937f31db9651"
                     *     }
                     */
                    "application/json": components["schemas"]["NewStakingPosition"];
                };
            };
        };
    };
    "public.staking.positions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8ajf5fn02c7nk2jq9059hzy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "staking_position",
                     *       "id": "stk_01m8ajf5fn02c7nk2jq9059hzy",
                     *       "livemode": true,
                     *       "pool": "flexible",
                     *       "asset": "YANI",
                     *       "amount": "100",
                     *       "pending_rewards": "0.000004058853373921",
                     *       "unlocks_at": null,
                     *       "status": "active",
                     *       "voting_power": "100",
                     *       "compounding": false,
                     *       "compounds_at": null,
                     *       "created_at": "2026-11-26T00:00:45.579Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StakingPosition"];
                };
            };
        };
    };
    "public.staking.positions.claim": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8802an9wfejhfhbc7cht8nm */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description What was paid */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "reward_claim",
                     *       "id": "txn_01m8ajf2yh13ted02ve9xgg4ew",
                     *       "livemode": true,
                     *       "position": "stk_01m8802an9wfejhfhbc7cht8nm",
                     *       "asset": "YANI",
                     *       "claimed": "0.021918061897513952",
                     *       "pending_rewards": "0",
                     *       "transaction_hash": "0x965b4ee8cb1f1a9dd455e34f1b0955e35822bea9d098a0a9c25d213107e4507d",
                     *       "created_at": "2026-11-26T00:00:42.961Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RewardClaim"];
                };
            };
        };
    };
    "public.staking.positions.compounding": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8ajf34nzd9bjnnzhhzr45ww */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "staking_position",
                     *       "id": "stk_01m8ajf34nzd9bjnnzhhzr45ww",
                     *       "livemode": true,
                     *       "pool": "flexible",
                     *       "asset": "YANI",
                     *       "amount": "100",
                     *       "pending_rewards": "0.00000025367833587",
                     *       "unlocks_at": null,
                     *       "status": "active",
                     *       "voting_power": "100",
                     *       "compounding": true,
                     *       "compounds_at": "2026-11-27T00:00:44.336Z",
                     *       "created_at": "2026-11-26T00:00:43.180Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StakingPosition"];
                };
            };
        };
    };
    "public.staking.positions.unstake": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8ajf5m8sycww2k2syfeba1f */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "10"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    force_early?: boolean;
                };
            };
        };
        responses: {
            /** @description What was taken back, and the position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "unstake",
                     *       "id": "txn_01m8ajf6sqak24nqw68r9564fv",
                     *       "livemode": true,
                     *       "asset": "YANI",
                     *       "amount": "10",
                     *       "penalty": "0",
                     *       "received": "10",
                     *       "rewards_paid": "0",
                     *       "transaction_hash": "0x7d6326d6df149374271c3ed4fccede6941649c568245f938fc4abf981c387716",
                     *       "position": {
                     *         "object": "staking_position",
                     *         "id": "stk_01m8ajf5m8sycww2k2syfeba1f",
                     *         "livemode": true,
                     *         "pool": "flexible",
                     *         "asset": "YANI",
                     *         "amount": "90",
                     *         "pending_rewards": "0.00000025367833587",
                     *         "unlocks_at": null,
                     *         "status": "active",
                     *         "voting_power": "90",
                     *         "compounding": false,
                     *         "compounds_at": null,
                     *         "created_at": "2026-11-26T00:00:45.736Z"
                     *       },
                     *       "created_at": "2026-11-26T00:00:46.903Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Unstake"];
                };
            };
        };
    };
    "public.staking.rewards": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payments, newest first, and the sums by pool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "staking_reward",
                     *           "id": "txn_01m8ajf2yh13ted02ve9xgg4ew",
                     *           "livemode": true,
                     *           "position": "stk_01m8802an9wfejhfhbc7cht8nm",
                     *           "pool": "flexible",
                     *           "asset": "YANI",
                     *           "kind": "claimed",
                     *           "amount": "0.021918061897513952",
                     *           "transaction_hash": "0x965b4ee8cb1f1a9dd455e34f1b0955e35822bea9d098a0a9c25d213107e4507d",
                     *           "created_at": "2026-11-26T00:00:42.961Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null,
                     *       "pools": [
                     *         {
                     *           "pool": "flexible",
                     *           "asset": "YANI",
                     *           "earned": "0.043852359208523589",
                     *           "paid": "0.021918061897513952",
                     *           "compounded": "0",
                     *           "pending": "0.021934297311009637"
                     *         },
                     *         {
                     *           "pool": "locked-90",
                     *           "asset": "YANI",
                     *           "earned": "0",
                     *           "paid": "0",
                     *           "compounded": "0",
                     *           "pending": "0"
                     *         },
                     *         {
                     *           "pool": "locked-365",
                     *           "asset": "YANI",
                     *           "earned": "0",
                     *           "paid": "0",
                     *           "compounded": "0",
                     *           "pending": "0"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["StakingReward"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                        /** @description All that the caller has earned; a stake counts in the pool that it is in, or was in when it was paid */
                        pools: components["schemas"]["PoolRewards"][];
                    };
                };
            };
        };
    };
    "public.wallets.list": {
        parameters: {
            query?: {
                /** @description Symbol of an asset, in any letter case */
                asset?: string;
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallets, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "wallet",
                     *           "id": "wal_01m82v8n1wpv04c63k3hpwgfbb_yani",
                     *           "livemode": true,
                     *           "asset": "YANI",
                     *           "label": null,
                     *           "balance": "4001410.021918061897513952",
                     *           "available_balance": "4000920.021918061897513952",
                     *           "locked_balance": "490",
                     *           "value": {
                     *             "usd": "647623.21",
                     *             "eur": "627182.75"
                     *           },
                     *           "created_at": "2026-11-23T00:00:35.411Z"
                     *         },
                     *         {
                     *           "object": "wallet",
                     *           "id": "wal_01m82v8n1wpv04c63k3hpwgfbb_eur",
                     *           "livemode": true,
                     *           "asset": "EUR",
                     *           "label": null,
                     *           "balance": "0",
                     *           "available_balance": "0",
                     *           "locked_balance": "0",
                     *           "value": {
                     *             "usd": "0.00",
                     *             "eur": "0.00"
                     *           },
                     *           "created_at": "2026-11-23T00:00:35.264Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Wallet"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
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
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "asset": "EUR"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Symbol of an asset, in any letter case
                     * @example EUR
                     */
                    asset: string;
                    label?: string;
                };
            };
        };
        responses: {
            /** @description The new wallet */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "wallet",
                     *       "id": "wal_01m82v8n1wpv04c63k3hpwgfbb_eur",
                     *       "livemode": true,
                     *       "asset": "EUR",
                     *       "label": null,
                     *       "balance": "0",
                     *       "available_balance": "0",
                     *       "locked_balance": "0",
                     *       "value": {
                     *         "usd": "0.00",
                     *         "eur": "0.00"
                     *       },
                     *       "created_at": "2026-11-23T00:00:35.264Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Wallet"];
                };
            };
        };
    };
    "public.wallets.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m82v8n1wpv04c63k3hpwgfbb_eur */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "wallet",
                     *       "id": "wal_01m82v8n1wpv04c63k3hpwgfbb_eur",
                     *       "livemode": true,
                     *       "asset": "EUR",
                     *       "label": null,
                     *       "balance": "0",
                     *       "available_balance": "0",
                     *       "locked_balance": "0",
                     *       "value": {
                     *         "usd": "0.00",
                     *         "eur": "0.00"
                     *       },
                     *       "created_at": "2026-11-23T00:00:35.264Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Wallet"];
                };
            };
        };
    };
}

/** What the API's errors are called. */
export type KnownErrorCode =
  | "ABOVE_MAXIMUM"
  | "ACCOUNT_IN_DEBT"
  | "ALREADY_VOTED"
  | "AMBIGUOUS_CREDENTIAL"
  | "AMOUNT_EXCEEDS_STAKE"
  | "API_KEY_ADDRESS_NOT_ALLOWED"
  | "API_KEY_EXPIRED"
  | "ASSET_NOT_FOUND"
  | "BELOW_MINIMUM"
  | "BODY_TOO_LARGE"
  | "CONTENTION"
  | "DELEGATOR_LIMIT_REACHED"
  | "FORBIDDEN"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INSUFFICIENT_BALANCE"
  | "INSUFFICIENT_VOTING_POWER"
  | "INTERNAL_ERROR"
  | "INVALID_ACTIONS"
  | "INVALID_AMOUNT"
  | "INVALID_DELEGATE"
  | "INVALID_IDEMPOTENCY_KEY"
  | "INVALID_RANGE"
  | "INVALID_REQUEST"
  | "MALFORMED_JSON"
  | "POOL_INACTIVE"
  | "POOL_NOT_FOUND"
  | "POSITION_COMPLETED"
  | "POSITION_LIMIT_REACHED"
  | "POSITION_LOCKED"
  | "POSITION_NOT_FOUND"
  | "PROPOSAL_NOT_ACTIVE"
  | "PROPOSAL_NOT_FOUND"
  | "RANGE_TOO_DEEP"
  | "RATE_LIMITED"
  | "REWARDS_NOT_FUNDED"
  | "SERVICE_UNAVAILABLE"
  | "SESSION_ENDED"
  | "STAKE_IS_VOTING"
  | "TOKEN_EXPIRED"
  | "TOO_MANY_CANDLES"
  | "UNAUTHORIZED"
  | "UNSUPPORTED_ASSET"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "WALLET_EXISTS"
  | "WALLET_LIMIT_REACHED"
  | "WALLET_NOT_FOUND";
