/** Made of the API's documents: npm run sdk:types. */

export interface paths {
    "/v1/exchange/pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trading pairs
         * @description A pair without liquidity is listed with zeros. Figures of the last 24 hours are rolling and may be 3 seconds old. A token without a known price counts as worth nothing. `created_at` is when the ledger began.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Retrieve a trading pair
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * List a pair's trades
         * @description What swaps have moved through the pair's pool in the last 30 days. A swap through several pools is a trade in each. Nobody learns whose they were.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * List liquidity positions
         * @description The caller's open positions. There is at most one in a pair: adding to it makes it larger.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.positions.list"];
        put?: never;
        /**
         * Provide liquidity
         * @description The pool takes one of the amounts whole and of the other what fits its ratio; where that is less than amount / (1 + slippage / 100), it is `IMBALANCED_AMOUNTS`, and the details name the amounts that fit. Opens the position, or adds to it.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Remove liquidity
         * @description Gives shares back for their part of the pool, fees included. Less of one token than its minimum is `SLIPPAGE_EXCEEDED`. Shares in a farm are withdrawn from it first (`INSUFFICIENT_BALANCE`). A position without shares is closed and no longer listed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Quote a swap
         * @description By `amount_in` for what it gives, or by `amount_out` for what it takes; one of the two. The best route leads through at most three pools. A quote reserves nothing and is not kept: `min_amount_out` and `max_amount_in` are what protects a swap.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Swap
         * @description By exact input: `amount_in` and `min_amount_out`; or by exact output: `amount_out`, to the base unit, and `max_amount_in`. All or nothing, as one entry, through at most three pools. A price beyond the bound is `SLIPPAGE_EXCEEDED`; later than `deadline` is `QUOTE_EXPIRED`. A wallet of `asset_out` that is not there is opened. Who owes money swaps only into what he owes; what comes out pays the debt first.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Retrieve a swap
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * List farms
         * @description Farms take shares of a pool and share out an emission by the second. Governance creates, funds and ends them.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Retrieve a farm
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * List farming positions
         * @description The caller's positions with shares or with rewards to harvest: one per farm.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.farming.positions.list"];
        put?: never;
        /**
         * Farm shares
         * @description Puts shares of the caller's liquidity position into a farm, beside those that are in it already. They earn from this second on and cannot be removed from the pool meanwhile. Fewer free shares than that is `INSUFFICIENT_BALANCE`.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Retrieve a farming position
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Harvest a position's rewards
         * @description Paid to the wallet of the platform's token, which is opened where there is none. Where nothing was earned, `rewards_paid` is `0` and `transaction_hash` null.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * Withdraw shares from a farm
         * @description At once. With `shares`, so many; what they have earned stays to be harvested. Without, all of them, and what was earned is paid in the same entry.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
    "/v1/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the portfolio
         * @description All that the caller has, at the prices of now, each worth rounded down to cents: what is in wallets (`staked` is a part of it), in the exchange's pools and in farms. `allocation` is by asset, wherever it is; its percentages come to 100. `change_24h` is against what the same would have been worth 24 hours ago. An asset without a known price counts as worth nothing.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
    "/v1/test/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the sandbox's clock
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.test.clock"];
        put?: never;
        /**
         * Move the sandbox's clock on
         * @description The clock goes forward alone, at most two years a call. What falls due until then is done at its time and in its order: proposals begin, end and are executed, stakes come to their unlock dates. Where that takes long, the answer says `advancing`, and the rest is done within minutes. Rate limits, idempotency keys, signatures, webhooks and prices keep the platform's time.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.test.advance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/faucet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill a wallet of the sandbox
         * @description Brings money in from nowhere. The wallet of that asset is opened where there is none.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.test.faucet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a new sandbox
         * @description Wallets are empty again, pools fresh, and the clock shows the platform's time. What was in the sandbox before is gone: its ids are 404 from then on. Idempotency keys stay what they were.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.test.reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send money to another user
         * @description To a wallet of the same asset, or to the e-mail address of a user whose wallet is opened where it is missing. It is done at once, or not at all. An address counts once its owner has proven it; whatever else is the matter with a receiver, the answer is `RECIPIENT_UNKNOWN`, and an account tries at most 30 addresses an hour. What the receiver owes is paid first. There is no fee. Of the live ledger it counts against the limits of the sender's level. In test mode it goes to the test receivers (see the guide to test mode). The request is signed.
         *
         *     In `/v2` it may go to several: 2 to 10 `splits`, each an amount, a percentage of the whole, or the rest. All are paid or nobody is, exactly: percentages are rounded by largest remainder. A refusal says by `details.index` which part it is of. Whoever is named twice gets both in one.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.transfers.create"];
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
        /**
         * Retrieve a transfer
         * @description One that the caller sent or received. Of the other side it shows no more than a name.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
    "/v1/wallets/{id}/deposit-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve where a wallet is paid in
         * @description The IBAN of a wallet in euros, and an address of the chain for other networks: each wallet has one of its own that never changes. Dollars have none (`NO_DEPOSIT_ADDRESS`): the ACH network pays by account and routing number, which the bank does not give here; they come by card, by swap or from another user. In test mode addresses are those of no bank and of the chain's test network: nothing can be lost there.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
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
        /**
         * List a wallet's transactions
         * @description All that moved in the wallet, with what it had available after each, and what is on its way. A withdrawal is told once, from when it was asked for on, with what became of it since: `source` is its id.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.wallets.transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw from a wallet
         * @description Euros go to a bank account of the SEPA area, other assets to an address of their network; dollars are not withdrawn (`ASSET_NOT_WITHDRAWABLE`). The amount and the fee are held at once: `pending`. They leave once it is paid, `completed`; what is not paid, or what a bank sends back, is in the wallet again, fee included: `failed`. Each step is an event, and the wallet's transactions have it with its id as `source`. The fee is fixed by the asset, none unless the platform sets one, whatever the network takes. Live withdrawals count against the limits of the account's level. In test mode nothing is paid: the destination decides what becomes of it, by the sandbox's clock (see the guide to test mode). The request is signed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.wallets.withdraw"];
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
        /**
         * List events
         * @description What happened to the caller in the last 30 days: the events that webhooks are sent, whether or not there is one. With filters a page may be short, and even empty, with a next one.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.events.list"];
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
        /**
         * Retrieve an event
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.events.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trading pairs
         * @description A pair without liquidity is listed with zeros. Figures of the last 24 hours are rolling and may be 3 seconds old. A token without a known price counts as worth nothing. `created_at` is when the ledger began.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.exchange.pairs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/pairs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a trading pair
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.exchange.pairs.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/pairs/{id}/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a pair's trades
         * @description What swaps have moved through the pair's pool in the last 30 days. A swap through several pools is a trade in each. Nobody learns whose they were.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.exchange.pairs.trades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List liquidity positions
         * @description The caller's open positions. There is at most one in a pair: adding to it makes it larger.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.exchange.positions.list"];
        put?: never;
        /**
         * Provide liquidity
         * @description The pool takes one of the amounts whole and of the other what fits its ratio; where that is less than amount / (1 + slippage / 100), it is `IMBALANCED_AMOUNTS`, and the details name the amounts that fit. Opens the position, or adds to it.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.exchange.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/positions/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove liquidity
         * @description Gives shares back for their part of the pool, fees included. Less of one token than its minimum is `SLIPPAGE_EXCEEDED`. Shares in a farm are withdrawn from it first (`INSUFFICIENT_BALANCE`). A position without shares is closed and no longer listed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.exchange.positions.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote a swap
         * @description By `amount_in` for what it gives, or by `amount_out` for what it takes; one of the two. The best route leads through at most three pools. A quote reserves nothing and is not kept: `min_amount_out` and `max_amount_in` are what protects a swap.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.exchange.quotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/swaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Swap
         * @description By exact input: `amount_in` and `min_amount_out`; or by exact output: `amount_out`, to the base unit, and `max_amount_in`. All or nothing, as one entry, through at most three pools. A price beyond the bound is `SLIPPAGE_EXCEEDED`; later than `deadline` is `QUOTE_EXPIRED`. A wallet of `asset_out` that is not there is opened. Who owes money swaps only into what he owes; what comes out pays the debt first.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.exchange.swaps.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/swaps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a swap
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.exchange.swaps.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/farming/farms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List farms
         * @description Farms take shares of a pool and share out an emission by the second. Governance creates, funds and ends them.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.farming.farms.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/farming/farms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a farm
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.farming.farms.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/farming/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List farming positions
         * @description The caller's positions with shares or with rewards to harvest: one per farm.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.farming.positions.list"];
        put?: never;
        /**
         * Farm shares
         * @description Puts shares of the caller's liquidity position into a farm, beside those that are in it already. They earn from this second on and cannot be removed from the pool meanwhile. Fewer free shares than that is `INSUFFICIENT_BALANCE`.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.farming.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/farming/positions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a farming position
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.farming.positions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/farming/positions/{id}/harvest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Harvest a position's rewards
         * @description Paid to the wallet of the platform's token, which is opened where there is none. Where nothing was earned, `rewards_paid` is `0` and `transaction_hash` null.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.farming.positions.harvest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/farming/positions/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw shares from a farm
         * @description At once. With `shares`, so many; what they have earned stays to be harvested. Without, all of them, and what was earned is paid in the same entry.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.farming.positions.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/governance/delegation": {
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
        put: operations["v2.public.governance.delegation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/governance/proposals": {
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
        get: operations["v2.public.governance.proposals.list"];
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
        post: operations["v2.public.governance.proposals.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/governance/proposals/{id}": {
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
        get: operations["v2.public.governance.proposals.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/governance/proposals/{id}/votes": {
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
        post: operations["v2.public.governance.proposals.vote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/governance/voting-power": {
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
        get: operations["v2.public.governance.voting-power"];
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
        /**
         * List holds
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.holds.list"];
        put?: never;
        /**
         * Hold money of a wallet
         * @description What is held stays the wallet's, and nothing else can be done with it until it is captured, released, or its time is over. A wallet has at most 50 open holds, and one ends within 90 days.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.holds.create"];
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
        /**
         * Retrieve a hold
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.holds.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/holds/{id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay what is held to a wallet
         * @description All that is left, or a part: the rest stays held. It is a transfer to another wallet of the same asset, by the same rules: what the receiver owes is paid first, of the live ledger it counts against the limits of the sender's level, and it is refused while the sender owes. From `expires_at` on nothing is captured. In test mode it goes to the test receivers (see the guide to test mode). The request is signed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.holds.capture"];
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
        /**
         * Give back what is held
         * @description All that is left of it is available again. What its owner owes of the asset is paid of it first.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.holds.release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the portfolio
         * @description All that the caller has, at the prices of now, each worth rounded down to cents: what is in wallets (`staked` is a part of it), in the exchange's pools and in farms. `allocation` is by asset, wherever it is; its percentages come to 100. `change_24h` is against what the same would have been worth 24 hours ago. An asset without a known price counts as worth nothing.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.portfolio.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/prices": {
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
        get: operations["v2.public.prices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/prices/{symbol}": {
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
        get: operations["v2.public.prices.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/prices/{symbol}/history": {
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
        get: operations["v2.public.prices.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/pools": {
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
        get: operations["v2.public.staking.pools.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/pools/{id}": {
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
        get: operations["v2.public.staking.pools.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/positions": {
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
        get: operations["v2.public.staking.positions.list"];
        put?: never;
        /**
         * Stake
         * @description The amount stays in the wallet, locked. An account may have 1,000 open positions. A stake is taken while the rewards of all stakes, its own included, are funded for 365 days (`REWARDS_NOT_FUNDED`). Who owes money stakes nothing (`ACCOUNT_IN_DEBT`).
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.staking.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/positions/{id}": {
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
        get: operations["v2.public.staking.positions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/positions/{id}/claim": {
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
        post: operations["v2.public.staking.positions.claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/positions/{id}/compounding": {
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
        put: operations["v2.public.staking.positions.compounding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/positions/{id}/unstake": {
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
        post: operations["v2.public.staking.positions.unstake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/rewards": {
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
        get: operations["v2.public.staking.rewards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/test/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the sandbox's clock
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.test.clock"];
        put?: never;
        /**
         * Move the sandbox's clock on
         * @description The clock goes forward alone, at most two years a call. What falls due until then is done at its time and in its order: proposals begin, end and are executed, stakes come to their unlock dates. Where that takes long, the answer says `advancing`, and the rest is done within minutes. Rate limits, idempotency keys, signatures, webhooks and prices keep the platform's time.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.test.advance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/test/faucet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill a wallet of the sandbox
         * @description Brings money in from nowhere. The wallet of that asset is opened where there is none.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.test.faucet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/test/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a new sandbox
         * @description Wallets are empty again, pools fresh, and the clock shows the platform's time. What was in the sandbox before is gone: its ids are 404 from then on. Idempotency keys stay what they were.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.test.reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send money to another user
         * @description To a wallet of the same asset, or to the e-mail address of a user whose wallet is opened where it is missing. It is done at once, or not at all. An address counts once its owner has proven it; whatever else is the matter with a receiver, the answer is `RECIPIENT_UNKNOWN`, and an account tries at most 30 addresses an hour. What the receiver owes is paid first. There is no fee. Of the live ledger it counts against the limits of the sender's level. In test mode it goes to the test receivers (see the guide to test mode). The request is signed.
         *
         *     In `/v2` it may go to several: 2 to 10 `splits`, each an amount, a percentage of the whole, or the rest. All are paid or nobody is, exactly: percentages are rounded by largest remainder. A refusal says by `details.index` which part it is of. Whoever is named twice gets both in one.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.transfers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a transfer
         * @description One that the caller sent or received. Of the other side it shows no more than a name.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.transfers.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets": {
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
        get: operations["v2.public.wallets.list"];
        put?: never;
        /**
         * Open a wallet
         * @description A wallet is opened empty. There is one per asset, and at most 10.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.wallets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets/{id}": {
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
        get: operations["v2.public.wallets.read"];
        put?: never;
        post?: never;
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
        /**
         * Retrieve a wallet's balance with its holds
         * @description Balance and holds are of one instant: now, or the balance alone at an instant that has been (`at`), entries of its millisecond included. That is final once it lies a minute back.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.balances.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets/{id}/deposit-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve where a wallet is paid in
         * @description The IBAN of a wallet in euros, and an address of the chain for other networks: each wallet has one of its own that never changes. Dollars have none (`NO_DEPOSIT_ADDRESS`): the ACH network pays by account and routing number, which the bank does not give here; they come by card, by swap or from another user. In test mode addresses are those of no bank and of the chain's test network: nothing can be lost there.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.wallets.deposit-address"];
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
        /**
         * Retrieve a wallet's statement, which can be verified
         * @description What moved in the wallet from `from` (included) to `to` (excluded; now, unless told), the oldest first, with what it had before and after. It is final once `to` lies a minute back.
         *
         *     The lines are a chain. The `hash` of each is `0x` and the hex SHA-256 of this JSON array of strings, without spaces: `["svc.ledger.line/1", wallet, sequence, entry, entry_hash, ledger_type, available_change, locked_change, available, locked, created_at, previous_hash]`, amounts by their `value`. `previous_hash` is the `hash` of the line before, of a wallet's first one `0x` and 64 zeros. `entry_hash` covers the whole entry, with what of it is others'. The wallet's id ends with its asset, so the hash covers that too; `amount` and `balance` are sums of what it covers. It covers neither `type` nor `counterparty`.
         *
         *     A page begins with `page_opening`, the statement with `opening`: of the first page they are the same. `verifyStatement` of the client verifies a page in itself, and all pages in their order.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.statements.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets/{id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a wallet's transactions
         * @description All that moved in the wallet, with what it had available after each, and what is on its way. A withdrawal is told once, from when it was asked for on, with what became of it since: `source` is its id.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.wallets.transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets/{id}/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw from a wallet
         * @description Euros go to a bank account of the SEPA area, other assets to an address of their network; dollars are not withdrawn (`ASSET_NOT_WITHDRAWABLE`). The amount and the fee are held at once: `pending`. They leave once it is paid, `completed`; what is not paid, or what a bank sends back, is in the wallet again, fee included: `failed`. Each step is an event, and the wallet's transactions have it with its id as `source`. The fee is fixed by the asset, none unless the platform sets one, whatever the network takes. Live withdrawals count against the limits of the account's level. In test mode nothing is paid: the destination decides what becomes of it, by the sandbox's clock (see the guide to test mode). The request is signed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.wallets.withdraw"];
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
        Allocation: {
            /**
             * Format: decimal
             * @description Wherever it is
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Of the total; all together 100.00 */
            percent: string;
            value: components["schemas"]["Worth"];
        };
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
        CardAuthorizationEvent: {
            /**
             * Format: decimal
             * @description What the merchant asks for, or may take
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description What the merchant has taken by then
             * @example 12.5
             */
            captured_amount: string;
            /** @example crd_01jd3v8y2m9t4k6q0s5w7x1z3b */
            card: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @enum {string|null} */
            decline_reason: "card_frozen" | "card_inactive" | "card_canceled" | "account_blocked" | "account_in_debt" | "insufficient_funds" | "online_payments_off" | "contactless_off" | "atm_withdrawals_off" | "abroad_off" | "transaction_limit" | "daily_limit" | "monthly_limit" | "identity_limit" | "currency" | "busy" | "provider" | null;
            /** @example iauth_1MzFMzK8F4fqH0lBmFq8CjbU */
            id: string;
            /** @example 4242 */
            last4: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @example Rocket Rides */
            merchant: string;
            /** @enum {string} */
            object: "card_authorization";
            /** @enum {string} */
            status: "pending" | "closed" | "reversed" | "expired" | "declined";
        };
        CardEvent: {
            /** @example visa */
            brand: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example crd_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @example 4242 */
            last4: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "card";
            /** @enum {string} */
            status: "requested" | "active" | "frozen" | "inactive" | "canceled";
            /** @enum {string} */
            type: "virtual" | "physical";
            /**
             * @description The wallet that it spends
             * @example wal_01jd0000000000000000000000_eur
             */
            wallet: string;
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
        DepositAddress: {
            /**
             * @description An IBAN, or an address of the network: the wallet's own, and always the same
             * @example FR7699999000010A1B2C3D4E542
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @description What is to be sent with it; null: nothing */
            memo: string | null;
            /** @example sepa */
            network: string;
            /** @enum {string} */
            object: "deposit_address";
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
        DisputeEvent: {
            /**
             * Format: decimal
             * @description What of the payment is disputed
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
            /** @example du_1MtJUT2eZvKYlo2CNaw2HvEv */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "dispute";
            /** @example pay_01jd3v8y2m9t4k6q0s5w7x1z3b */
            payment: string;
            /**
             * Format: decimal
             * @description What of that it has given again
             * @example 12.5
             */
            returned_amount: string;
            /**
             * @description The provider's: `needs_response`, `under_review`, `won`, `lost`; of a mere inquiry `warning_needs_response`, `warning_under_review`, `warning_closed`
             * @example needs_response
             */
            status: string;
            /**
             * Format: decimal
             * @description What of it the bank has taken back by then
             * @example 12.5
             */
            taken_amount: string;
        };
        Farm: {
            /**
             * @description Percent: a year, the emission's worth by what is in the pool: what a share earns at least
             * @example 12.50
             */
            apr_percent: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description What all of them share each second now
             * @example 12.5
             */
            emission_per_second: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farm";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: date-time
             * @description Until when the emission is funded
             * @example 2026-11-21T09:30:00.000Z
             */
            period_ends_at: string | null;
            /** @description How long an emission lasts that is funded from now on */
            period_seconds: number;
            /**
             * @description US dollars: what is in the whole pool
             * @example 1250.00
             */
            pool_tvl_usd: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * Format: decimal
             * @description What was earned by all and not harvested, at most
             * @example 12.5
             */
            rewards_owed: string;
            /**
             * Format: decimal
             * @description What is yet to be emitted
             * @example 12.5
             */
            rewards_to_come: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * @description Percent: a year, by what is in the farm now; null while nothing is
             * @example 12.50
             */
            staked_apr_percent: string | null;
            /**
             * Format: decimal
             * @description All shares in the farm
             * @example 12.5
             */
            staked_shares: string;
            /**
             * @description `active`: it emits rewards; `finished`: its emission is over until it is funded again; `ended` by governance: it takes no shares
             * @enum {string}
             */
            status: "active" | "finished" | "ended";
            /**
             * @description US dollars: what the shares in the farm are worth
             * @example 1250.00
             */
            tvl_usd: string;
        };
        FarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /**
             * Format: decimal
             * @description Harvested since the beginning
             * @example 12.5
             */
            harvested_rewards: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Earned up to now and not harvested
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description What is in the farm: held in the pool meanwhile
             * @example 12.5
             */
            shares: string;
            /**
             * @description `closed`: no shares, and nothing left to harvest
             * @enum {string}
             */
            status: "active" | "closed";
            /**
             * @description US dollars: what removing the shares from the pool would give now
             * @example 1250.00
             */
            value_usd: string;
        };
        FarmingPositionEvent: {
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
            farm: string;
            /**
             * Format: decimal
             * @description What was paid
             * @example 12.5
             */
            harvested: string;
            /** @example frp_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * @description What of them came or went
             * @example 1.5
             */
            moved: string;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description What is farmed after it, of the pool's shares
             * @example 1.5
             */
            shares: string;
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string;
        };
        FaucetGrant: {
            /**
             * Format: decimal
             * @description What was brought in
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
            object: "faucet_grant";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        HarvestedFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /**
             * Format: decimal
             * @description Harvested since the beginning
             * @example 12.5
             */
            harvested_rewards: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Earned up to now and not harvested
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * Format: decimal
             * @description Paid to the wallet
             * @example 12.5
             */
            rewards_paid: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description What is in the farm: held in the pool meanwhile
             * @example 12.5
             */
            shares: string;
            /**
             * @description `closed`: no shares, and nothing left to harvest
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger's entry; null where nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: what removing the shares from the pool would give now
             * @example 1250.00
             */
            value_usd: string;
        };
        KycEvent: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example usr_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @enum {string} */
            kind: "KYC" | "KYB";
            level: number;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "kyc";
            /** @enum {string} */
            status: "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";
        };
        LiquidityPosition: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: decimal
             * @description What of the base was brought for the shares that are left
             * @example 12.5
             */
            base_deposited: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description Those of them that are in farms: they cannot be removed meanwhile
             * @example 12.5
             */
            farmed_shares: string;
            /**
             * @description US dollars: the part of that which swaps' fees have brought
             * @example 1250.00
             */
            fees_earned_usd: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * Format: decimal
             * @description What of the quote was brought for the shares that are left
             * @example 12.5
             */
            quote_deposited: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description Shares of the pool; of a closed position 0
             * @example 12.5
             */
            shares: string;
            /**
             * @description US dollars: what removing all shares would give now; `0.00` while no prices are known
             * @example 1250.00
             */
            value_usd: string;
        };
        LiquidityPositionEvent: {
            /**
             * Format: decimal
             * @description What was brought of the base, or taken
             * @example 12.5
             */
            base_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /** @example BTC-USDC */
            pair: string;
            /**
             * Format: decimal
             * @description What was brought of the quote, or taken
             * @example 12.5
             */
            quote_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description What the position has of the pool's shares after it
             * @example 12.5
             */
            shares: string;
            /**
             * Format: decimal
             * @description What of them came or went
             * @example 12.5
             */
            shares_moved: string;
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string;
        };
        LiquidityRemoval: {
            /**
             * Format: decimal
             * @description What of the base came out of the pool
             * @example 12.5
             */
            base_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
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
            object: "liquidity_removal";
            /** @description With what is left of it */
            position: components["schemas"]["LiquidityPosition"];
            /**
             * Format: decimal
             * @description What of the quote came out of the pool
             * @example 12.5
             */
            quote_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description What was given back
             * @example 12.5
             */
            shares: string;
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
        };
        NewLiquidity: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: decimal
             * @description What of the base was brought for the shares that are left
             * @example 12.5
             */
            base_deposited: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description Those of them that are in farms: they cannot be removed meanwhile
             * @example 12.5
             */
            farmed_shares: string;
            /**
             * @description US dollars: the part of that which swaps' fees have brought
             * @example 1250.00
             */
            fees_earned_usd: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Percent: of the pool that the position has now
             * @example 0.5
             */
            pool_share_percent: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * Format: decimal
             * @description What of the quote was brought for the shares that are left
             * @example 12.5
             */
            quote_deposited: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description Shares of the pool; of a closed position 0
             * @example 12.5
             */
            shares: string;
            /**
             * Format: decimal
             * @description What of the shares is new
             * @example 12.5
             */
            shares_received: string;
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
            /**
             * @description US dollars: what removing all shares would give now; `0.00` while no prices are known
             * @example 1250.00
             */
            value_usd: string;
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
        OrderEvent: {
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
            description: string | null;
            /** @example ord_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "order";
            /** @enum {string} */
            status: "paid";
        };
        Pair: {
            /**
             * @description Percent: a year, what the fees of the last 24 hours bring those who provide liquidity
             * @example 0.5
             */
            apy_percent: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: decimal
             * @description What of the base is in the pool
             * @example 12.5
             */
            base_reserve: string;
            /**
             * @description Percent: how the price changed in the last 24 hours
             * @example 0.5
             */
            change_24h_percent: string;
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
            object: "pair";
            /**
             * @description Quote for one base; `0` of an empty pool
             * @example 64250.12
             */
            price: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * Format: decimal
             * @description What of the quote is in the pool
             * @example 12.5
             */
            quote_reserve: string;
            /**
             * @description US dollars: what is in the pool
             * @example 1250.00
             */
            tvl_usd: string;
            /**
             * @description US dollars: what was traded in the last 24 hours
             * @example 1250.00
             */
            volume_24h_usd: string;
        };
        PaymentEvent: {
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
            description: string | null;
            /**
             * @description Whether you were paid or have paid
             * @enum {string}
             */
            direction: "in" | "out";
            failure_reason: string | null;
            /** @example pay_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @example mer_01jd3v8y2m9t4k6q0s5w7x1z3b */
            merchant: string | null;
            /** @enum {string} */
            method: "account" | "card" | "qr" | "scheduled";
            /** @enum {string} */
            object: "payment";
            /**
             * Format: decimal
             * @description What of it has gone back by then
             * @example 12.5
             */
            refunded_amount: string;
            /**
             * @description `refunded`: wholly
             * @enum {string}
             */
            status: "succeeded" | "failed" | "refunded";
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
        Portfolio: {
            allocation: components["schemas"]["Allocation"][];
            change_24h: {
                percent: string;
                /** @description US dollars; below zero where it is worth less */
                usd: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Shares of pools in farms */
            farmed: components["schemas"]["Worth"];
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "portfolio";
            /** @description Shares of pools that are not farmed */
            pooled: components["schemas"]["Worth"];
            /** @description Staked: a part of `wallets` */
            staked: components["schemas"]["Worth"];
            total: components["schemas"]["Worth"];
            /** @description In wallets, what is staked or held there too */
            wallets: components["schemas"]["Worth"];
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
        PublicTransaction: components["schemas"]["Transaction"];
        Quote: {
            /**
             * Format: decimal
             * @description What is given
             * @example 12.5
             */
            amount_in: string;
            /**
             * Format: decimal
             * @description What is got
             * @example 12.5
             */
            amount_out: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_in: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_out: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description 30 seconds from now: meant to be the swap's `deadline`
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
            /**
             * Format: decimal
             * @description What the pools on the way keep of `amount_in`, exactly; of `asset_in`
             * @example 12.5
             */
            fee: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * Format: decimal
             * @description The most input within the tolerance; of a quote by `amount_out` alone
             * @example 12.5
             */
            max_amount_in: string | null;
            /**
             * Format: decimal
             * @description The least output within the tolerance: for `min_amount_out` of a swap
             * @example 12.5
             */
            min_amount_out: string;
            /** @enum {string} */
            object: "quote";
            /**
             * @description Percent: how much less it gives than the price before it, the fee included
             * @example 0.5
             */
            price_impact_percent: string;
            /** @description Symbols from `asset_in` to `asset_out` */
            route: string[];
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
        StakedFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /**
             * Format: decimal
             * @description Harvested since the beginning
             * @example 12.5
             */
            harvested_rewards: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Earned up to now and not harvested
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description What is in the farm: held in the pool meanwhile
             * @example 12.5
             */
            shares: string;
            /**
             * @description `closed`: no shares, and nothing left to harvest
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger's entry; null where nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: what removing the shares from the pool would give now
             * @example 1250.00
             */
            value_usd: string;
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
        StakingPositionEvent: {
            /**
             * Format: decimal
             * @description What is staked after it
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            compounding: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * Format: decimal
             * @description What was staked, taken back, claimed or compounded; 0 where a lock alone has ended
             * @example 12.5
             */
            moved: string;
            /** @enum {string} */
            object: "staking_position";
            /**
             * Format: decimal
             * @description What of that went to the treasury
             * @example 12.5
             */
            penalty: string;
            /**
             * Format: decimal
             * @description What is accrued and not paid after it
             * @example 12.5
             */
            pending_rewards: string;
            /** @example locked-90 */
            pool: string;
            /** @enum {string} */
            status: "active" | "completed";
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
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
        Swap: {
            /**
             * Format: decimal
             * @description What is given
             * @example 12.5
             */
            amount_in: string;
            /**
             * Format: decimal
             * @description What is got
             * @example 12.5
             */
            amount_out: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_in: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_out: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description What the pools on the way keep of `amount_in`, exactly; of `asset_in`
             * @example 12.5
             */
            fee: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "swap";
            /**
             * @description Percent: how much less it gives than the price before it, the fee included
             * @example 0.5
             */
            price_impact_percent: string;
            /** @description Symbols from `asset_in` to `asset_out` */
            route: string[];
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
        };
        TestClock: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The sandbox's name: after a reset it is another
             * @example test_01jd0000000000000000000000_1
             */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * Format: date-time
             * @description What the sandbox's clock shows
             * @example 2026-11-21T09:30:00.000Z
             */
            now: string;
            /** @enum {string} */
            object: "test_clock";
            /** @description How far it stands ahead of the platform's */
            offset_seconds: number;
            /**
             * @description `advancing` while what falls due on the way is being done, in the order of its times
             * @enum {string}
             */
            status: "ready" | "advancing";
        };
        TestSandbox: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The sandbox's name: after a reset it is another
             * @example test_01jd0000000000000000000000_1
             */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "test_sandbox";
        };
        Trade: {
            /**
             * Format: decimal
             * @description What of the base went in or out
             * @example 12.5
             */
            base_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
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
            object: "trade";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Quote for one base
             * @example 64250.12
             */
            price: string;
            /**
             * Format: decimal
             * @description What of the quote went out or in
             * @example 12.5
             */
            quote_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description `buy`: the base for the quote; `sell`: the other way round
             * @enum {string}
             */
            side: "buy" | "sell";
        };
        Transaction: {
            /**
             * Format: decimal
             * @description What the wallet gained or lost, or what is held of it while that is pending
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description What the wallet had available after it; null of what it has not booked
             * @example 12.5
             */
            balance: string | null;
            /** @description Who is at the other end, by the name of that time */
            counterparty: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description What somebody wrote; null where the type says it all */
            description: string | null;
            /** @enum {string} */
            direction: "in" | "out";
            /**
             * Format: decimal
             * @description What of it the platform kept
             * @example 12.5
             */
            fee: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "transaction";
            /** @description The id of what it was asked for as: of a withdrawal, a transfer, a payment, a hold */
            source: string | null;
            /** @enum {string} */
            status: "pending" | "completed" | "failed" | "canceled" | "refunded";
            /** @enum {string} */
            type: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            wallet: string | null;
        };
        Transfer: {
            /**
             * Format: decimal
             * @description Decimal string, in whole units of its asset
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Who is at the other end, by the name of that time */
            counterparty: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /**
             * @description Whether the caller received it or sent it
             * @enum {string}
             */
            direction: "in" | "out";
            /** @description The sender's; null to whoever receives */
            from_wallet: string | null;
            /** @description The hold that it was paid out of, by a capture: to its sender alone; else null */
            hold: string | null;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "transfer";
            /** @description Of a transfer to several, who got what: to its sender alone; else null */
            splits: components["schemas"]["TransferPart"][] | null;
            /** @enum {string} */
            status: "completed";
            /** @description The receiver's; to the sender null where it was sent to an address */
            to_wallet: string | null;
        };
        TransferPart: {
            /**
             * Format: decimal
             * @description Decimal string, in whole units of its asset
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            counterparty: string | null;
            /** @description Null where it was sent to an address */
            to_wallet: string | null;
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
        V2Allocation: {
            /** @description Wherever it is */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Of the total; all together 100.00 */
            percent: string;
            value: components["schemas"]["V2Worth"];
        };
        V2Amount: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Decimal string, in whole units; below zero only where a field says so */
            value: string;
        };
        V2Balance: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description When it was so
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            /** @description What can be sent, swapped, staked, held or withdrawn */
            available: components["schemas"]["V2Amount"];
            /** @description What is available and what is locked */
            balance: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Those that hold some of it, the oldest first; null of an instant that has been */
            holds: components["schemas"]["V2Hold"][] | null;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @description Staked, farmed, or held */
            locked: components["schemas"]["V2Amount"];
            /** @enum {string} */
            object: "balance";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        V2Candle: {
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
        V2CapturedHold: {
            /** @description What was held at first */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description What was paid of it */
            captured: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "hold";
            /** @description What is still held */
            remaining: components["schemas"]["V2Amount"];
            /**
             * @description `captured`: all of it was paid. `released`, `expired`: what was left went back, asked for or by its time
             * @enum {string}
             */
            status: "active" | "captured" | "released" | "expired";
            /** @description The transfer that paid it */
            transfer: string;
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        V2CardAuthorizationEvent: {
            /** @description What the merchant asks for, or may take */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description What the merchant has taken by then */
            captured_amount: components["schemas"]["V2Amount"];
            /** @example crd_01jd3v8y2m9t4k6q0s5w7x1z3b */
            card: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @enum {string|null} */
            decline_reason: "card_frozen" | "card_inactive" | "card_canceled" | "account_blocked" | "account_in_debt" | "insufficient_funds" | "online_payments_off" | "contactless_off" | "atm_withdrawals_off" | "abroad_off" | "transaction_limit" | "daily_limit" | "monthly_limit" | "identity_limit" | "currency" | "busy" | "provider" | null;
            /** @example iauth_1MzFMzK8F4fqH0lBmFq8CjbU */
            id: string;
            /** @example 4242 */
            last4: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @example Rocket Rides */
            merchant: string;
            /** @enum {string} */
            object: "card_authorization";
            /** @enum {string} */
            status: "pending" | "closed" | "reversed" | "expired" | "declined";
        };
        V2CardEvent: {
            /** @example visa */
            brand: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example crd_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @example 4242 */
            last4: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "card";
            /** @enum {string} */
            status: "requested" | "active" | "frozen" | "inactive" | "canceled";
            /** @enum {string} */
            type: "virtual" | "physical";
            /**
             * @description The wallet that it spends
             * @example wal_01jd0000000000000000000000_eur
             */
            wallet: string;
        };
        V2Delegation: {
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
        V2DepositAddress: {
            /**
             * @description An IBAN, or an address of the network: the wallet's own, and always the same
             * @example FR7699999000010A1B2C3D4E542
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @description What is to be sent with it; null: nothing */
            memo: string | null;
            /** @example sepa */
            network: string;
            /** @enum {string} */
            object: "deposit_address";
        };
        V2DetailedPrice: {
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
        V2DisputeEvent: {
            /** @description What of the payment is disputed */
            amount: components["schemas"]["V2Amount"];
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
            /** @example du_1MtJUT2eZvKYlo2CNaw2HvEv */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "dispute";
            /** @example pay_01jd3v8y2m9t4k6q0s5w7x1z3b */
            payment: string;
            /** @description What of that it has given again */
            returned_amount: components["schemas"]["V2Amount"];
            /**
             * @description The provider's: `needs_response`, `under_review`, `won`, `lost`; of a mere inquiry `warning_needs_response`, `warning_under_review`, `warning_closed`
             * @example needs_response
             */
            status: string;
            /** @description What of it the bank has taken back by then */
            taken_amount: components["schemas"]["V2Amount"];
        };
        V2Event: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description The object as it was then: what a webhook of this version is sent */
            data: {
                [key: string]: unknown;
            };
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "event";
            /** @description Grows with every event of the object; it may skip numbers */
            sequence: number;
            /** @enum {string} */
            type: "job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated";
        };
        V2Farm: {
            /**
             * @description Percent: a year, the emission's worth by what is in the pool: what a share earns at least
             * @example 12.50
             */
            apr_percent: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description What all of them share each second now */
            emission_per_second: components["schemas"]["V2Amount"];
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farm";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: date-time
             * @description Until when the emission is funded
             * @example 2026-11-21T09:30:00.000Z
             */
            period_ends_at: string | null;
            /** @description How long an emission lasts that is funded from now on */
            period_seconds: number;
            /**
             * @description US dollars: what is in the whole pool
             * @example 1250.00
             */
            pool_tvl_usd: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /** @description What was earned by all and not harvested, at most */
            rewards_owed: components["schemas"]["V2Amount"];
            /** @description What is yet to be emitted */
            rewards_to_come: components["schemas"]["V2Amount"];
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * @description Percent: a year, by what is in the farm now; null while nothing is
             * @example 12.50
             */
            staked_apr_percent: string | null;
            /** @description All shares in the farm */
            staked_shares: components["schemas"]["V2Amount"];
            /**
             * @description `active`: it emits rewards; `finished`: its emission is over until it is funded again; `ended` by governance: it takes no shares
             * @enum {string}
             */
            status: "active" | "finished" | "ended";
            /**
             * @description US dollars: what the shares in the farm are worth
             * @example 1250.00
             */
            tvl_usd: string;
        };
        V2FarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /** @description Harvested since the beginning */
            harvested_rewards: components["schemas"]["V2Amount"];
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /** @description Earned up to now and not harvested */
            pending_rewards: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /** @description What is in the farm: held in the pool meanwhile */
            shares: components["schemas"]["V2Amount"];
            /**
             * @description `closed`: no shares, and nothing left to harvest
             * @enum {string}
             */
            status: "active" | "closed";
            /**
             * @description US dollars: what removing the shares from the pool would give now
             * @example 1250.00
             */
            value_usd: string;
        };
        V2FarmingPositionEvent: {
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
            farm: string;
            /** @description What was paid */
            harvested: components["schemas"]["V2Amount"];
            /** @example frp_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * @description What of them came or went
             * @example 1.5
             */
            moved: string;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description What is farmed after it, of the pool's shares
             * @example 1.5
             */
            shares: string;
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string;
        };
        V2FaucetGrant: {
            /** @description What was brought in */
            amount: components["schemas"]["V2Amount"];
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
            object: "faucet_grant";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        V2HarvestedFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /** @description Harvested since the beginning */
            harvested_rewards: components["schemas"]["V2Amount"];
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /** @description Earned up to now and not harvested */
            pending_rewards: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /** @description Paid to the wallet */
            rewards_paid: components["schemas"]["V2Amount"];
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /** @description What is in the farm: held in the pool meanwhile */
            shares: components["schemas"]["V2Amount"];
            /**
             * @description `closed`: no shares, and nothing left to harvest
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger's entry; null where nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: what removing the shares from the pool would give now
             * @example 1250.00
             */
            value_usd: string;
        };
        V2Hold: {
            /** @description What was held at first */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description What was paid of it */
            captured: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "hold";
            /** @description What is still held */
            remaining: components["schemas"]["V2Amount"];
            /**
             * @description `captured`: all of it was paid. `released`, `expired`: what was left went back, asked for or by its time
             * @enum {string}
             */
            status: "active" | "captured" | "released" | "expired";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        V2KycEvent: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example usr_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @enum {string} */
            kind: "KYC" | "KYB";
            level: number;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "kyc";
            /** @enum {string} */
            status: "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";
        };
        V2LiquidityPosition: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /** @description What of the base was brought for the shares that are left */
            base_deposited: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Those of them that are in farms: they cannot be removed meanwhile */
            farmed_shares: components["schemas"]["V2Amount"];
            /**
             * @description US dollars: the part of that which swaps' fees have brought
             * @example 1250.00
             */
            fees_earned_usd: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /** @description What of the quote was brought for the shares that are left */
            quote_deposited: components["schemas"]["V2Amount"];
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /** @description Shares of the pool; of a closed position 0 */
            shares: components["schemas"]["V2Amount"];
            /**
             * @description US dollars: what removing all shares would give now; `0.00` while no prices are known
             * @example 1250.00
             */
            value_usd: string;
        };
        V2LiquidityPositionEvent: {
            /** @description What was brought of the base, or taken */
            base_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /** @example BTC-USDC */
            pair: string;
            /** @description What was brought of the quote, or taken */
            quote_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            share_asset: string;
            /** @description What the position has of the pool's shares after it */
            shares: components["schemas"]["V2Amount"];
            /** @description What of them came or went */
            shares_moved: components["schemas"]["V2Amount"];
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string;
        };
        V2LiquidityRemoval: {
            /** @description What of the base came out of the pool */
            base_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
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
            object: "liquidity_removal";
            /** @description With what is left of it */
            position: components["schemas"]["V2LiquidityPosition"];
            /** @description What of the quote came out of the pool */
            quote_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            share_asset: string;
            /** @description What was given back */
            shares: components["schemas"]["V2Amount"];
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
        };
        V2NewLiquidity: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /** @description What of the base was brought for the shares that are left */
            base_deposited: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Those of them that are in farms: they cannot be removed meanwhile */
            farmed_shares: components["schemas"]["V2Amount"];
            /**
             * @description US dollars: the part of that which swaps' fees have brought
             * @example 1250.00
             */
            fees_earned_usd: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Percent: of the pool that the position has now
             * @example 0.5
             */
            pool_share_percent: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /** @description What of the quote was brought for the shares that are left */
            quote_deposited: components["schemas"]["V2Amount"];
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /** @description Shares of the pool; of a closed position 0 */
            shares: components["schemas"]["V2Amount"];
            /** @description What of the shares is new */
            shares_received: components["schemas"]["V2Amount"];
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
            /**
             * @description US dollars: what removing all shares would give now; `0.00` while no prices are known
             * @example 1250.00
             */
            value_usd: string;
        };
        V2NewStakingPosition: {
            /** @description What is left of the stake, with the rewards that were added to it */
            amount: components["schemas"]["V2Amount"];
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
            /** @description Accrued up to now, neither paid nor added to the stake */
            pending_rewards: components["schemas"]["V2Amount"];
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
            /** @description `amount` times the pool's multiplier */
            voting_power: components["schemas"]["V2Amount"];
        };
        V2NewTransferPart: {
            /**
             * @description Decimal string, in whole units
             * @example 12.5
             */
            amount?: string;
            /**
             * @description Of `amount`; rounded by largest remainder
             * @example 25
             */
            percent?: string;
            /**
             * @description What the other parts leave; of one part at most
             * @enum {boolean}
             */
            rest?: true;
            /**
             * Format: email
             * @example ada@example.com
             */
            to_email?: string;
            to_wallet?: string;
        };
        V2OrderEvent: {
            /** @description What was paid */
            amount: components["schemas"]["V2Amount"];
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
            description: string | null;
            /** @example ord_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "order";
            /** @enum {string} */
            status: "paid";
        };
        V2Pair: {
            /**
             * @description Percent: a year, what the fees of the last 24 hours bring those who provide liquidity
             * @example 0.5
             */
            apy_percent: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /** @description What of the base is in the pool */
            base_reserve: components["schemas"]["V2Amount"];
            /**
             * @description Percent: how the price changed in the last 24 hours
             * @example 0.5
             */
            change_24h_percent: string;
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
            object: "pair";
            /**
             * @description Quote for one base; `0` of an empty pool
             * @example 64250.12
             */
            price: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /** @description What of the quote is in the pool */
            quote_reserve: components["schemas"]["V2Amount"];
            /**
             * @description US dollars: what is in the pool
             * @example 1250.00
             */
            tvl_usd: string;
            /**
             * @description US dollars: what was traded in the last 24 hours
             * @example 1250.00
             */
            volume_24h_usd: string;
        };
        V2PaymentEvent: {
            /** @description What was paid */
            amount: components["schemas"]["V2Amount"];
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
            description: string | null;
            /**
             * @description Whether you were paid or have paid
             * @enum {string}
             */
            direction: "in" | "out";
            failure_reason: string | null;
            /** @example pay_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @example mer_01jd3v8y2m9t4k6q0s5w7x1z3b */
            merchant: string | null;
            /** @enum {string} */
            method: "account" | "card" | "qr" | "scheduled";
            /** @enum {string} */
            object: "payment";
            /** @description What of it has gone back by then */
            refunded_amount: components["schemas"]["V2Amount"];
            /**
             * @description `refunded`: wholly
             * @enum {string}
             */
            status: "succeeded" | "failed" | "refunded";
        };
        V2PoolRewards: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description What of `paid` was added to stakes */
            compounded: components["schemas"]["V2Amount"];
            /** @description `paid` and `pending` together */
            earned: components["schemas"]["V2Amount"];
            /** @description Claimed, paid on unstaking, or added to stakes */
            paid: components["schemas"]["V2Amount"];
            /** @description Accrued up to now and not paid yet */
            pending: components["schemas"]["V2Amount"];
            /**
             * @description A pool's id
             * @example locked-90
             */
            pool: string;
        };
        V2Portfolio: {
            allocation: components["schemas"]["V2Allocation"][];
            change_24h: {
                percent: string;
                /** @description US dollars; below zero where it is worth less */
                usd: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Shares of pools in farms */
            farmed: components["schemas"]["V2Worth"];
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "portfolio";
            /** @description Shares of pools that are not farmed */
            pooled: components["schemas"]["V2Worth"];
            /** @description Staked: a part of `wallets` */
            staked: components["schemas"]["V2Worth"];
            total: components["schemas"]["V2Worth"];
            /** @description In wallets, what is staked or held there too */
            wallets: components["schemas"]["V2Worth"];
        };
        V2Price: {
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
        V2PriceHistory: {
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
            data: components["schemas"]["V2Candle"][];
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
        V2Proposal: {
            /** @description Voting power: abstentions */
            abstain_votes: components["schemas"]["V2Amount"];
            /** @description Voting power: against it */
            against_votes: components["schemas"]["V2Amount"];
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
            /** @description Voting power: for it */
            for_votes: components["schemas"]["V2Amount"];
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
            /** @description Voting power: what votes for it and abstentions must come to together */
            quorum_votes: components["schemas"]["V2Amount"];
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
        V2ProposalWithActions: {
            /** @description Voting power: abstentions */
            abstain_votes: components["schemas"]["V2Amount"];
            actions: {
                calldata: string;
                signature: string;
                target: string;
                value: string;
            }[];
            /** @description Voting power: against it */
            against_votes: components["schemas"]["V2Amount"];
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
            /** @description Voting power: for it */
            for_votes: components["schemas"]["V2Amount"];
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
            /** @description Voting power: what votes for it and abstentions must come to together */
            quorum_votes: components["schemas"]["V2Amount"];
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
        V2publicError: {
            error: {
                code: string;
                details: Record<string, never>;
                message: string;
                request_id: string;
            };
        };
        V2PublicTransaction: components["schemas"]["V2Transaction"];
        V2Quote: {
            /** @description What is given */
            amount_in: components["schemas"]["V2Amount"];
            /** @description What is got */
            amount_out: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_in: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_out: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description 30 seconds from now: meant to be the swap's `deadline`
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
            /** @description What the pools on the way keep of `amount_in`, exactly; of `asset_in` */
            fee: components["schemas"]["V2Amount"];
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @description The most input within the tolerance; of a quote by `amount_out` alone */
            max_amount_in: components["schemas"]["V2Amount"] | (never | null);
            /** @description The least output within the tolerance: for `min_amount_out` of a swap */
            min_amount_out: components["schemas"]["V2Amount"];
            /** @enum {string} */
            object: "quote";
            /**
             * @description Percent: how much less it gives than the price before it, the fee included
             * @example 0.5
             */
            price_impact_percent: string;
            /** @description Symbols from `asset_in` to `asset_out` */
            route: string[];
        };
        V2RewardClaim: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description What was paid to the wallet */
            claimed: components["schemas"]["V2Amount"];
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
            /** @description What is still owed: 0 unless the rewards account was short */
            pending_rewards: components["schemas"]["V2Amount"];
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            position: string;
            /** @description null where there was nothing to pay */
            transaction_hash: string | null;
        };
        V2StakedFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /** @description Harvested since the beginning */
            harvested_rewards: components["schemas"]["V2Amount"];
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /** @description Earned up to now and not harvested */
            pending_rewards: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /** @description What is in the farm: held in the pool meanwhile */
            shares: components["schemas"]["V2Amount"];
            /**
             * @description `closed`: no shares, and nothing left to harvest
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger's entry; null where nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: what removing the shares from the pool would give now
             * @example 1250.00
             */
            value_usd: string;
        };
        V2StakingPool: {
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
            /** @description The most of one stake */
            max_stake: components["schemas"]["V2Amount"];
            /** @description The least of one stake */
            min_stake: components["schemas"]["V2Amount"];
            name: string;
            /** @enum {string} */
            object: "staking_pool";
            /**
             * Format: date-time
             * @description Until when the rewards of all stakes are in the account that pays them, the same for all pools; null where no end is in sight
             * @example 2026-11-21T09:30:00.000Z
             */
            rewards_funded_until: string | null;
            /** @description What is staked in the pool */
            staked: components["schemas"]["V2Amount"];
            /** @example 1.5 */
            voting_multiplier: string;
        };
        V2StakingPosition: {
            /** @description What is left of the stake, with the rewards that were added to it */
            amount: components["schemas"]["V2Amount"];
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
            /** @description Accrued up to now, neither paid nor added to the stake */
            pending_rewards: components["schemas"]["V2Amount"];
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
            /** @description `amount` times the pool's multiplier */
            voting_power: components["schemas"]["V2Amount"];
        };
        V2StakingPositionEvent: {
            /** @description What is staked after it */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            compounding: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @description What was staked, taken back, claimed or compounded; 0 where a lock alone has ended */
            moved: components["schemas"]["V2Amount"];
            /** @enum {string} */
            object: "staking_position";
            /** @description What of that went to the treasury */
            penalty: components["schemas"]["V2Amount"];
            /** @description What is accrued and not paid after it */
            pending_rewards: components["schemas"]["V2Amount"];
            /** @example locked-90 */
            pool: string;
            /** @enum {string} */
            status: "active" | "completed";
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
        };
        V2StakingReward: {
            /** @description What was paid */
            amount: components["schemas"]["V2Amount"];
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
        /** @description What the wallet has, and the hash of its last line */
        V2Standing: {
            /** @description Decimal string, in whole units of its asset */
            available: components["schemas"]["V2Amount"];
            /** @description Decimal string, in whole units of its asset */
            balance: components["schemas"]["V2Amount"];
            hash: string;
            /** @description Decimal string, in whole units of its asset */
            locked: components["schemas"]["V2Amount"];
            /** @description How many entries have changed the wallet until then */
            sequence: string;
        };
        V2Statement: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description After the last line of the statement */
            closing: components["schemas"]["V2Standing"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description What the wallet has now; no line is compared with it */
            current: components["schemas"]["V2Standing"];
            data: components["schemas"]["V2StatementLine"][];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            has_more: boolean;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @description The `cursor` of the next page; null on the last */
            next_cursor: string | null;
            /** @enum {string} */
            object: "statement";
            /** @description Before the first line of the statement */
            opening: components["schemas"]["V2Standing"];
            /** @description Before the first line of this page */
            page_opening: components["schemas"]["V2Standing"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        V2StatementLine: {
            /** @description What the wallet gained, below zero what it gave */
            amount: components["schemas"]["V2Amount"];
            /** @description Of that, what was available */
            available: components["schemas"]["V2Amount"];
            /** @description What became available, below zero what no longer is */
            available_change: components["schemas"]["V2Amount"];
            /** @description What the wallet had after it */
            balance: components["schemas"]["V2Amount"];
            /** @description Who was at the other end, by the name of that time; no hash covers it */
            counterparty: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description The ledger's entry, as a transfer's id */
            entry: string;
            entry_hash: string;
            hash: string;
            id: string;
            /**
             * @description What the entry did to this wallet, in the ledger's words, which the hash covers
             * @example TRANSFER_IN
             */
            ledger_type: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @description Of that, what was locked */
            locked: components["schemas"]["V2Amount"];
            /** @description What became locked, below zero what no longer is */
            locked_change: components["schemas"]["V2Amount"];
            /** @enum {string} */
            object: "statement_line";
            previous_hash: string;
            /** @description How many entries have changed the wallet until then */
            sequence: string;
            /**
             * @description As the wallet's transactions have it; no hash covers it
             * @enum {string}
             */
            type: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
        };
        V2Swap: {
            /** @description What is given */
            amount_in: components["schemas"]["V2Amount"];
            /** @description What is got */
            amount_out: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_in: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_out: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description What the pools on the way keep of `amount_in`, exactly; of `asset_in` */
            fee: components["schemas"]["V2Amount"];
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "swap";
            /**
             * @description Percent: how much less it gives than the price before it, the fee included
             * @example 0.5
             */
            price_impact_percent: string;
            /** @description Symbols from `asset_in` to `asset_out` */
            route: string[];
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
        };
        V2TestClock: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The sandbox's name: after a reset it is another
             * @example test_01jd0000000000000000000000_1
             */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * Format: date-time
             * @description What the sandbox's clock shows
             * @example 2026-11-21T09:30:00.000Z
             */
            now: string;
            /** @enum {string} */
            object: "test_clock";
            /** @description How far it stands ahead of the platform's */
            offset_seconds: number;
            /**
             * @description `advancing` while what falls due on the way is being done, in the order of its times
             * @enum {string}
             */
            status: "ready" | "advancing";
        };
        V2TestSandbox: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The sandbox's name: after a reset it is another
             * @example test_01jd0000000000000000000000_1
             */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "test_sandbox";
        };
        V2Trade: {
            /** @description What of the base went in or out */
            base_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
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
            object: "trade";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Quote for one base
             * @example 64250.12
             */
            price: string;
            /** @description What of the quote went out or in */
            quote_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description `buy`: the base for the quote; `sell`: the other way round
             * @enum {string}
             */
            side: "buy" | "sell";
        };
        V2Transaction: {
            /** @description What the wallet gained or lost, or what is held of it while that is pending */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description What the wallet had available after it; null of what it has not booked */
            balance: components["schemas"]["V2Amount"] | (never | null);
            /** @description Who is at the other end, by the name of that time */
            counterparty: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description What somebody wrote; null where the type says it all */
            description: string | null;
            /** @enum {string} */
            direction: "in" | "out";
            /** @description What of it the platform kept */
            fee: components["schemas"]["V2Amount"];
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "transaction";
            /** @description The id of what it was asked for as: of a withdrawal, a transfer, a payment, a hold */
            source: string | null;
            /** @enum {string} */
            status: "pending" | "completed" | "failed" | "canceled" | "refunded";
            /** @enum {string} */
            type: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            wallet: string | null;
        };
        V2Transfer: {
            /** @description Decimal string, in whole units of its asset */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Who is at the other end, by the name of that time */
            counterparty: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /**
             * @description Whether the caller received it or sent it
             * @enum {string}
             */
            direction: "in" | "out";
            /** @description The sender's; null to whoever receives */
            from_wallet: string | null;
            /** @description The hold that it was paid out of, by a capture: to its sender alone; else null */
            hold: string | null;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "transfer";
            /** @description Of a transfer to several, who got what: to its sender alone; else null */
            splits: components["schemas"]["V2TransferPart"][] | null;
            /** @enum {string} */
            status: "completed";
            /** @description The receiver's; to the sender null where it was sent to an address */
            to_wallet: string | null;
        };
        V2TransferPart: {
            /** @description Decimal string, in whole units of its asset */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            counterparty: string | null;
            /** @description Null where it was sent to an address */
            to_wallet: string | null;
        };
        V2Unstake: {
            /** @description What was taken out of the position */
            amount: components["schemas"]["V2Amount"];
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
            /** @description What of that went to the treasury */
            penalty: components["schemas"]["V2Amount"];
            position: components["schemas"]["V2StakingPosition"];
            /** @description `amount` less `penalty`: what came back to the wallet */
            received: components["schemas"]["V2Amount"];
            /** @description Paid to the wallet on top of `received` */
            rewards_paid: components["schemas"]["V2Amount"];
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
        };
        V2Vote: {
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
            /** @description Voting power: what the voter had at the proposal's snapshot */
            voting_power: components["schemas"]["V2Amount"];
        };
        V2VotingPower: {
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
            /** @description Voting power: what others have delegated to the caller */
            delegated_power: components["schemas"]["V2Amount"];
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
            /** @description Voting power: staked, before multipliers */
            staked_balance: components["schemas"]["V2Amount"];
            /**
             * @description The average over all stakes
             * @example 1.5
             */
            staking_multiplier: string;
            /** @description Voting power: `wallet_balance` + `staked_balance` x `staking_multiplier` + `delegated_power` */
            total_power: components["schemas"]["V2Amount"];
            /** @description Voting power: of what is in the wallet and not staked */
            wallet_balance: components["schemas"]["V2Amount"];
        };
        V2Wallet: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description What can be sent, swapped, staked or withdrawn */
            available_balance: components["schemas"]["V2Amount"];
            /** @description What is available and what is locked */
            balance: components["schemas"]["V2Amount"];
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
            /** @description Staked, farmed, or held for a withdrawal or a card's payment */
            locked_balance: components["schemas"]["V2Amount"];
            /** @enum {string} */
            object: "wallet";
            /** @description What the balance is worth now, rounded down to cents; `0` without a known price */
            value: {
                eur: string;
                usd: string;
            };
        };
        V2Withdrawal: {
            /** @description What arrives */
            amount: components["schemas"]["V2Amount"];
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
            description: string | null;
            destination: {
                address: string | null;
                /** @description As which the app keeps the account, where the request named it */
                beneficiary: string | null;
                /** @example DE89370400440532013000 */
                iban: string | null;
                /**
                 * @description The account's holder
                 * @example Ada Lovelace
                 */
                name: string | null;
                /** @example sepa */
                network: string;
                /** @enum {string} */
                type: "iban" | "address";
            };
            /** @example AC04: the account is closed */
            failure_reason: string | null;
            /** @description What the platform keeps of the wallet beside it, once it is paid */
            fee: components["schemas"]["V2Amount"];
            /** @example wdr_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "withdrawal";
            /**
             * @description `failed`: the money is in the wallet again, fee included; so what was `completed` may still fail
             * @enum {string}
             */
            status: "pending" | "completed" | "failed";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        V2WithdrawnFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /** @description Harvested since the beginning */
            harvested_rewards: components["schemas"]["V2Amount"];
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /** @description Earned up to now and not harvested */
            pending_rewards: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /** @description Paid to the wallet with it */
            rewards_paid: components["schemas"]["V2Amount"];
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /** @description What is in the farm: held in the pool meanwhile */
            shares: components["schemas"]["V2Amount"];
            /**
             * @description `closed`: no shares, and nothing left to harvest
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger's entry; null where nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: what removing the shares from the pool would give now
             * @example 1250.00
             */
            value_usd: string;
            /** @description What can be removed from the pool again */
            withdrawn_shares: components["schemas"]["V2Amount"];
        };
        /** @description Rounded down to cents */
        V2Worth: {
            eur: string;
            /** @example 1234.56 */
            usd: string;
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
        Withdrawal: {
            /**
             * Format: decimal
             * @description What arrives
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
            description: string | null;
            destination: {
                address: string | null;
                /** @description As which the app keeps the account, where the request named it */
                beneficiary: string | null;
                /** @example DE89370400440532013000 */
                iban: string | null;
                /**
                 * @description The account's holder
                 * @example Ada Lovelace
                 */
                name: string | null;
                /** @example sepa */
                network: string;
                /** @enum {string} */
                type: "iban" | "address";
            };
            /** @example AC04: the account is closed */
            failure_reason: string | null;
            /**
             * Format: decimal
             * @description What the platform keeps of the wallet beside it, once it is paid
             * @example 12.5
             */
            fee: string;
            /** @example wdr_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "withdrawal";
            /**
             * @description `failed`: the money is in the wallet again, fee included; so what was `completed` may still fail
             * @enum {string}
             */
            status: "pending" | "completed" | "failed";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        WithdrawnFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /**
             * Format: decimal
             * @description Harvested since the beginning
             * @example 12.5
             */
            harvested_rewards: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Earned up to now and not harvested
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * Format: decimal
             * @description Paid to the wallet with it
             * @example 12.5
             */
            rewards_paid: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description What is in the farm: held in the pool meanwhile
             * @example 12.5
             */
            shares: string;
            /**
             * @description `closed`: no shares, and nothing left to harvest
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger's entry; null where nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: what removing the shares from the pool would give now
             * @example 1250.00
             */
            value_usd: string;
            /**
             * Format: decimal
             * @description What can be removed from the pool again
             * @example 12.5
             */
            withdrawn_shares: string;
        };
        /** @description Rounded down to cents */
        Worth: {
            eur: string;
            /** @example 1234.56 */
            usd: string;
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
    "public.exchange.pairs.list": {
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
            /** @description The pairs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Pair"][];
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
    "public.exchange.pairs.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A pair's id: base and quote
                 * @example BTC-USDC
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pair */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pair"];
                };
            };
        };
    };
    "public.exchange.pairs.trades": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A pair's id: base and quote
                 * @example BTC-USDC
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trades, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Trade"][];
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
    "public.exchange.positions.list": {
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
            /** @description The positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LiquidityPosition"][];
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
    "public.exchange.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    base_amount: string;
                    /**
                     * @description A pair's id: base and quote
                     * @example BTC-USDC
                     */
                    pair: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    quote_amount: string;
                    /**
                     * @description Tolerance in percent, 0 to 50, as Uniswap's SDK counts it: the least output is the quoted one divided by 1 + slippage / 100, not multiplied by 1 - slippage / 100. At 25 an output of 100 may fall to 80, at 0.5 to 99.5024…
                     * @default 0.5
                     * @example 0.5
                     */
                    slippage?: string;
                };
            };
        };
        responses: {
            /** @description The position with its new shares */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewLiquidity"];
                };
            };
        };
    };
    "public.exchange.positions.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liq_01m8391a1xyfjwb59ep99g8ydz_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_base_amount: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_quote_amount: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares: string;
                };
            };
        };
        responses: {
            /** @description The tokens are in the caller's wallets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiquidityRemoval"];
                };
            };
        };
    };
    "public.exchange.quotes": {
        parameters: {
            query: {
                /**
                 * @description Decimal string, in whole units
                 * @example 100
                 */
                amount_in?: string;
                /** @description Decimal string, in whole units */
                amount_out?: string;
                /**
                 * @description Symbol of what is given
                 * @example USDC
                 */
                asset_in: string;
                /**
                 * @description Symbol of what is got
                 * @example BTC
                 */
                asset_out: string;
                /**
                 * @description Tolerance in percent, 0 to 50, as Uniswap's SDK counts it: the least output is the quoted one divided by 1 + slippage / 100, not multiplied by 1 - slippage / 100. At 25 an output of 100 may fall to 80, at 0.5 to 99.5024…
                 * @example 0.5
                 */
                slippage?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
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
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount_in?: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount_out?: string;
                    /**
                     * @description Symbol of what is given
                     * @example USDC
                     */
                    asset_in: string;
                    /**
                     * @description Symbol of what is got
                     * @example BTC
                     */
                    asset_out: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    deadline: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    max_amount_in?: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_amount_out?: string;
                };
            };
        };
        responses: {
            /** @description The swap was made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Swap"];
                };
            };
        };
    };
    "public.exchange.swaps.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example txn_01m8391fvh8jpyng37269n8qem */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The swap, as it was made */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Swap"];
                };
            };
        };
    };
    "public.farming.farms.list": {
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
            /** @description The farms, those from the start first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Farm"][];
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
    "public.farming.farms.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A farm's id
                 * @example btc-usdc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The farm */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Farm"];
                };
            };
        };
    };
    "public.farming.positions.list": {
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
            /** @description The positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FarmingPosition"][];
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
    "public.farming.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A farm's id
                     * @example btc-usdc
                     */
                    farm: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares: string;
                };
            };
        };
        responses: {
            /** @description The position with its new shares */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StakedFarmingPosition"];
                };
            };
        };
    };
    "public.farming.positions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m8391a1xyfjwb59ep99g8ydz_btc-usdc */
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
                    "application/json": components["schemas"]["FarmingPosition"];
                };
            };
        };
    };
    "public.farming.positions.harvest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m8391a1xyfjwb59ep99g8ydz_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HarvestedFarmingPosition"];
                };
            };
        };
    };
    "public.farming.positions.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m8391a1xyfjwb59ep99g8ydz_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares?: string;
                };
            };
        };
        responses: {
            /** @description The position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawnFarmingPosition"];
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
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
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
                /** @example prp_01m85vegez2aw0w24cmv115r9p */
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
                /** @example prp_01m85vegebj0w0h6rk9xc74v6m */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
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
            /** @description The vote as it was counted */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    "application/json": components["schemas"]["VotingPower"];
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
            /** @description The portfolio as of now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Portfolio"];
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
                 * @example EUR
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
                /** @example stk_01m8djmv160jhkday0k7xpsfxr */
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
                /** @example stk_01m8b080jryzrp1mhyzcfpckbg */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
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
                /** @example stk_01m8djmrxbgezypvjns01605a7 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
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
                /** @example stk_01m8djmv2xaydmvkze52x0jyv3 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
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
    "public.test.clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
        };
    };
    "public.test.advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @example 86400 */
                    advance_seconds: number;
                };
            };
        };
        responses: {
            /** @description The clock */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
        };
    };
    "public.test.faucet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description Symbol of an asset, in any letter case
                     * @example EUR
                     */
                    asset: string;
                };
            };
        };
        responses: {
            /** @description The money is there */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaucetGrant"];
                };
            };
        };
    };
    "public.test.reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new sandbox */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestSandbox"];
                };
            };
        };
    };
    "public.transfers.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description Both read it in their history
                     * @default
                     */
                    description?: string;
                    /** @example wal_01jd0000000000000000000000_eur */
                    from_wallet: string;
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    to_email?: string;
                    to_wallet?: string;
                };
            };
        };
        responses: {
            /** @description Sent */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    "public.transfers.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example txn_01m8391bengbxdzjjbt7dwtf56 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
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
                /** @example wal_01m8391a1xyfjwb59ep99g8ydz_yani */
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
                    "application/json": components["schemas"]["Wallet"];
                };
            };
        };
    };
    "public.wallets.deposit-address": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m8391a1xyfjwb59ep99g8ydz_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositAddress"];
                };
            };
        };
    };
    "public.wallets.transactions": {
        parameters: {
            query?: {
                /** @description ISO 8601 in UTC, included */
                created_after?: string;
                /** @description ISO 8601 in UTC, included */
                created_before?: string;
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                type?: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            };
            header?: never;
            path: {
                /** @example wal_01m8391a1xyfjwb59ep99g8ydz_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PublicTransaction"][];
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
    "public.wallets.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m8391a1xyfjwb59ep99g8ydz_eur */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What arrives; the fee is taken of the wallet beside it
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description The payee of a bank transfer reads it, and the history has it
                     * @default
                     */
                    description?: string;
                    destination: {
                        /** @example FR7630006000011234567890189 */
                        iban: string;
                        /** @description As the account's holder is called */
                        name: string;
                        /**
                         * @description Says which fields the destination has
                         * @enum {string}
                         */
                        type: "iban";
                    } | {
                        /** @description The id of one that the owner's app keeps (`ben_…`); live keys alone */
                        beneficiary: string;
                        /**
                         * @description Says which fields the destination has
                         * @enum {string}
                         */
                        type: "beneficiary";
                    } | {
                        /**
                         * @description Checked down to its checksum
                         * @example 0x52908400098527886E0F7030069857D2E4169EE7
                         */
                        address: string;
                        /**
                         * @description The asset's: an address may be valid on another one too
                         * @enum {string}
                         */
                        network: "bitcoin" | "ethereum" | "svc-chain";
                        /**
                         * @description Says which fields the destination has
                         * @enum {string}
                         */
                        type: "address";
                    };
                };
            };
        };
        responses: {
            /** @description The money is held */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
        };
    };
    "v2.public.events.list": {
        parameters: {
            query?: {
                /** @description ISO 8601 in UTC, included */
                created_after?: string;
                /** @description ISO 8601 in UTC, included */
                created_before?: string;
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                /** @description What happened to one object */
                object_id?: string;
                type?: "job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Event"][];
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
    "v2.public.events.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_01m8qw99jaeyvjwr51ev4rdr02 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event */
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
    "v2.public.exchange.pairs.list": {
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
            /** @description The pairs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Pair"][];
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
    "v2.public.exchange.pairs.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A pair's id: base and quote
                 * @example BTC-USDC
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pair */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Pair"];
                };
            };
        };
    };
    "v2.public.exchange.pairs.trades": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A pair's id: base and quote
                 * @example BTC-USDC
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trades, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Trade"][];
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
    "v2.public.exchange.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Fields that are to be the object that they name, in place of its id; in a list, of each of its objects. A key needs the scope that reads it */
                "expand[]"?: "pair"[];
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2LiquidityPosition"][];
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
    "v2.public.exchange.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    base_amount: string;
                    /**
                     * @description A pair's id: base and quote
                     * @example BTC-USDC
                     */
                    pair: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    quote_amount: string;
                    /**
                     * @description Tolerance in percent, 0 to 50, as Uniswap's SDK counts it: the least output is the quoted one divided by 1 + slippage / 100, not multiplied by 1 - slippage / 100. At 25 an output of 100 may fall to 80, at 0.5 to 99.5024…
                     * @default 0.5
                     * @example 0.5
                     */
                    slippage?: string;
                };
            };
        };
        responses: {
            /** @description The position with its new shares */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2NewLiquidity"];
                };
            };
        };
    };
    "v2.public.exchange.positions.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liq_01m8djnrfsz6t8kfdqyt24nyek_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_base_amount: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_quote_amount: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares: string;
                };
            };
        };
        responses: {
            /** @description The tokens are in the caller's wallets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2LiquidityRemoval"];
                };
            };
        };
    };
    "v2.public.exchange.quotes": {
        parameters: {
            query: {
                /**
                 * @description Decimal string, in whole units
                 * @example 100
                 */
                amount_in?: string;
                /** @description Decimal string, in whole units */
                amount_out?: string;
                /**
                 * @description Symbol of what is given
                 * @example USDC
                 */
                asset_in: string;
                /**
                 * @description Symbol of what is got
                 * @example BTC
                 */
                asset_out: string;
                /**
                 * @description Tolerance in percent, 0 to 50, as Uniswap's SDK counts it: the least output is the quoted one divided by 1 + slippage / 100, not multiplied by 1 - slippage / 100. At 25 an output of 100 may fall to 80, at 0.5 to 99.5024…
                 * @example 0.5
                 */
                slippage?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Quote"];
                };
            };
        };
    };
    "v2.public.exchange.swaps.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount_in?: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount_out?: string;
                    /**
                     * @description Symbol of what is given
                     * @example USDC
                     */
                    asset_in: string;
                    /**
                     * @description Symbol of what is got
                     * @example BTC
                     */
                    asset_out: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    deadline: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    max_amount_in?: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_amount_out?: string;
                };
            };
        };
        responses: {
            /** @description The swap was made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Swap"];
                };
            };
        };
    };
    "v2.public.exchange.swaps.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example txn_01m8djnxmj6y1ky0zmgrscn56j */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The swap, as it was made */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Swap"];
                };
            };
        };
    };
    "v2.public.farming.farms.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Fields that are to be the object that they name, in place of its id; in a list, of each of its objects. A key needs the scope that reads it */
                "expand[]"?: "pair"[];
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The farms, those from the start first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Farm"][];
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
    "v2.public.farming.farms.read": {
        parameters: {
            query?: {
                /** @description Fields that are to be the object that they name, in place of its id; in a list, of each of its objects. A key needs the scope that reads it */
                "expand[]"?: "pair"[];
            };
            header?: never;
            path: {
                /**
                 * @description A farm's id
                 * @example btc-usdc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The farm */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Farm"];
                };
            };
        };
    };
    "v2.public.farming.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Fields that are to be the object that they name, in place of its id; in a list, of each of its objects. A key needs the scope that reads it */
                "expand[]"?: ("farm" | "pair")[];
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2FarmingPosition"][];
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
    "v2.public.farming.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A farm's id
                     * @example btc-usdc
                     */
                    farm: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares: string;
                };
            };
        };
        responses: {
            /** @description The position with its new shares */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2StakedFarmingPosition"];
                };
            };
        };
    };
    "v2.public.farming.positions.read": {
        parameters: {
            query?: {
                /** @description Fields that are to be the object that they name, in place of its id; in a list, of each of its objects. A key needs the scope that reads it */
                "expand[]"?: ("farm" | "pair")[];
            };
            header?: never;
            path: {
                /** @example frm_01m8djnrfsz6t8kfdqyt24nyek_btc-usdc */
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
                    "application/json": components["schemas"]["V2FarmingPosition"];
                };
            };
        };
    };
    "v2.public.farming.positions.harvest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m8djnrfsz6t8kfdqyt24nyek_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2HarvestedFarmingPosition"];
                };
            };
        };
    };
    "v2.public.farming.positions.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m8djnrfsz6t8kfdqyt24nyek_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares?: string;
                };
            };
        };
        responses: {
            /** @description The position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2WithdrawnFarmingPosition"];
                };
            };
        };
    };
    "v2.public.governance.delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
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
                    "application/json": components["schemas"]["V2Delegation"];
                };
            };
        };
    };
    "v2.public.governance.proposals.list": {
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
                    "application/json": {
                        data: components["schemas"]["V2Proposal"][];
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
    "v2.public.governance.proposals.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
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
                    "application/json": components["schemas"]["V2ProposalWithActions"];
                };
            };
        };
    };
    "v2.public.governance.proposals.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prp_01m8g52x8m6xv3p2jsbqamepdk */
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
                    "application/json": components["schemas"]["V2ProposalWithActions"];
                };
            };
        };
    };
    "v2.public.governance.proposals.vote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prp_01m8g52x803e1dmpyw2cbvxjcs */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
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
            /** @description The vote as it was counted */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Vote"];
                };
            };
        };
    };
    "v2.public.governance.voting-power": {
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
                    "application/json": components["schemas"]["V2VotingPower"];
                };
            };
        };
    };
    "v2.public.holds.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Fields that are to be the object that they name, in place of its id; in a list, of each of its objects. A key needs the scope that reads it */
                "expand[]"?: "wallet"[];
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
            /** @description The holds, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Hold"][];
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
    "v2.public.holds.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    description?: string;
                    /**
                     * Format: date-time
                     * @example 2026-12-01T12:00:00.000Z
                     */
                    expires_at: string;
                    /** @example wal_01jd0000000000000000000000_eur */
                    wallet: string;
                };
            };
        };
        responses: {
            /** @description The hold */
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
    "v2.public.holds.read": {
        parameters: {
            query?: {
                /** @description Fields that are to be the object that they name, in place of its id; in a list, of each of its objects. A key needs the scope that reads it */
                "expand[]"?: "wallet"[];
            };
            header?: never;
            path: {
                /** @example hld_01m8qw9ajw7tp0v4sqegx7dvqe */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hold */
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
    "v2.public.holds.capture": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example hld_01m8qw98hm24jw1cbh8m5j2bxh */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount?: string;
                    /** @example wal_01jd0000000000000000000000_eur */
                    to_wallet: string;
                };
            };
        };
        responses: {
            /** @description The hold after it, and the transfer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2CapturedHold"];
                };
            };
        };
    };
    "v2.public.holds.release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example hld_01m8qw9akdmeprmv2twmf26kpq */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hold after it */
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
    "v2.public.portfolio.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The portfolio as of now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Portfolio"];
                };
            };
        };
    };
    "v2.public.prices.list": {
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
                    "application/json": {
                        data: components["schemas"]["V2Price"][];
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
    "v2.public.prices.read": {
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
                    "application/json": components["schemas"]["V2DetailedPrice"];
                };
            };
        };
    };
    "v2.public.prices.history": {
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
                 * @example EUR
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
                    "application/json": components["schemas"]["V2PriceHistory"];
                };
            };
        };
    };
    "v2.public.staking.pools.list": {
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
                    "application/json": {
                        data: components["schemas"]["V2StakingPool"][];
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
    "v2.public.staking.pools.read": {
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
                    "application/json": components["schemas"]["V2StakingPool"];
                };
            };
        };
    };
    "v2.public.staking.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Fields that are to be the object that they name, in place of its id; in a list, of each of its objects. A key needs the scope that reads it */
                "expand[]"?: "pool"[];
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
                    "application/json": {
                        data: components["schemas"]["V2StakingPosition"][];
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
    "v2.public.staking.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
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
                    "application/json": components["schemas"]["V2NewStakingPosition"];
                };
            };
        };
    };
    "v2.public.staking.positions.read": {
        parameters: {
            query?: {
                /** @description Fields that are to be the object that they name, in place of its id; in a list, of each of its objects. A key needs the scope that reads it */
                "expand[]"?: "pool"[];
            };
            header?: never;
            path: {
                /** @example stk_01m8qw97ga16x0pxspz44nzrj8 */
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
                    "application/json": components["schemas"]["V2StakingPosition"];
                };
            };
        };
    };
    "v2.public.staking.positions.claim": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8n9wdah6t6re5qpfvbw8cpb */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
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
                    "application/json": components["schemas"]["V2RewardClaim"];
                };
            };
        };
    };
    "v2.public.staking.positions.compounding": {
        parameters: {
            query?: {
                /** @description Fields that are to be the object that they name, in place of its id; in a list, of each of its objects. A key needs the scope that reads it */
                "expand[]"?: "pool"[];
            };
            header?: never;
            path: {
                /** @example stk_01m8qw95eangn6rknf424cjx0t */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
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
                    "application/json": components["schemas"]["V2StakingPosition"];
                };
            };
        };
    };
    "v2.public.staking.positions.unstake": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8qw97gxwvqe2eyye4essjc7 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
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
                    "application/json": components["schemas"]["V2Unstake"];
                };
            };
        };
    };
    "v2.public.staking.rewards": {
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
                    "application/json": {
                        data: components["schemas"]["V2StakingReward"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                        /** @description All that the caller has earned; a stake counts in the pool that it is in, or was in when it was paid */
                        pools: components["schemas"]["V2PoolRewards"][];
                    };
                };
            };
        };
    };
    "v2.public.test.clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2TestClock"];
                };
            };
        };
    };
    "v2.public.test.advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @example 86400 */
                    advance_seconds: number;
                };
            };
        };
        responses: {
            /** @description The clock */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2TestClock"];
                };
            };
        };
    };
    "v2.public.test.faucet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description Symbol of an asset, in any letter case
                     * @example EUR
                     */
                    asset: string;
                };
            };
        };
        responses: {
            /** @description The money is there */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2FaucetGrant"];
                };
            };
        };
    };
    "v2.public.test.reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new sandbox */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2TestSandbox"];
                };
            };
        };
    };
    "v2.public.transfers.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units: all of it. With `splits` that say their amounts it may be left out
                     * @example 12.5
                     */
                    amount?: string;
                    /**
                     * @description Both read it in their history
                     * @default
                     */
                    description?: string;
                    /** @example wal_01jd0000000000000000000000_eur */
                    from_wallet: string;
                    /** @description In place of a receiver: to whom it goes, and how much of it */
                    splits?: components["schemas"]["V2NewTransferPart"][];
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    to_email?: string;
                    to_wallet?: string;
                };
            };
        };
        responses: {
            /** @description Sent */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Transfer"];
                };
            };
        };
    };
    "v2.public.transfers.read": {
        parameters: {
            query?: {
                /** @description Fields that are to be the object that they name, in place of its id; in a list, of each of its objects. A key needs the scope that reads it */
                "expand[]"?: ("from_wallet" | "to_wallet")[];
            };
            header?: never;
            path: {
                /** @example txn_01m8djnshkvscrdmq5wy6qa7f7 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Transfer"];
                };
            };
        };
    };
    "v2.public.wallets.list": {
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
                    "application/json": {
                        data: components["schemas"]["V2Wallet"][];
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
    "v2.public.wallets.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
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
                    "application/json": components["schemas"]["V2Wallet"];
                };
            };
        };
    };
    "v2.public.wallets.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m8djnrfsz6t8kfdqyt24nyek_yani */
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
                    "application/json": components["schemas"]["V2Wallet"];
                };
            };
        };
    };
    "v2.public.balances.read": {
        parameters: {
            query?: {
                /** @description ISO 8601 in UTC, not ahead */
                at?: string;
            };
            header?: never;
            path: {
                /** @example wal_01m8djnrfsz6t8kfdqyt24nyek_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance */
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
    "v2.public.wallets.deposit-address": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m8djnrfsz6t8kfdqyt24nyek_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2DepositAddress"];
                };
            };
        };
    };
    "v2.public.statements.read": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description ISO 8601 in UTC, included; from the first line, unless told */
                from?: string;
                limit?: number;
                /** @description ISO 8601 in UTC, excluded */
                to?: string;
            };
            header?: never;
            path: {
                /** @example wal_01m8djnrfsz6t8kfdqyt24nyek_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the statement */
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
    "v2.public.wallets.transactions": {
        parameters: {
            query?: {
                /** @description ISO 8601 in UTC, included */
                created_after?: string;
                /** @description ISO 8601 in UTC, included */
                created_before?: string;
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                type?: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            };
            header?: never;
            path: {
                /** @example wal_01m8djnrfsz6t8kfdqyt24nyek_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2PublicTransaction"][];
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
    "v2.public.wallets.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m8djnrfsz6t8kfdqyt24nyek_eur */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What arrives; the fee is taken of the wallet beside it
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description The payee of a bank transfer reads it, and the history has it
                     * @default
                     */
                    description?: string;
                    destination: {
                        /** @example FR7630006000011234567890189 */
                        iban: string;
                        /** @description As the account's holder is called */
                        name: string;
                        /**
                         * @description Says which fields the destination has
                         * @enum {string}
                         */
                        type: "iban";
                    } | {
                        /** @description The id of one that the owner's app keeps (`ben_…`); live keys alone */
                        beneficiary: string;
                        /**
                         * @description Says which fields the destination has
                         * @enum {string}
                         */
                        type: "beneficiary";
                    } | {
                        /**
                         * @description Checked down to its checksum
                         * @example 0x52908400098527886E0F7030069857D2E4169EE7
                         */
                        address: string;
                        /**
                         * @description The asset's: an address may be valid on another one too
                         * @enum {string}
                         */
                        network: "bitcoin" | "ethereum" | "svc-chain";
                        /**
                         * @description Says which fields the destination has
                         * @enum {string}
                         */
                        type: "address";
                    };
                };
            };
        };
        responses: {
            /** @description The money is held */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Withdrawal"];
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
  | "API_KEY_REQUIRED"
  | "ASSET_NOT_FOUND"
  | "ASSET_NOT_WITHDRAWABLE"
  | "BELOW_MINIMUM"
  | "BENEFICIARY_NOT_FOUND"
  | "BODY_TOO_LARGE"
  | "CONTENTION"
  | "CURRENCY_MISMATCH"
  | "DELEGATOR_LIMIT_REACHED"
  | "DEPOSITS_UNAVAILABLE"
  | "EVENT_NOT_FOUND"
  | "FARMING_POSITION_NOT_FOUND"
  | "FARM_ENDED"
  | "FARM_NOT_FOUND"
  | "FORBIDDEN"
  | "HOLD_CLOSED"
  | "HOLD_EXCEEDED"
  | "HOLD_EXPIRED"
  | "HOLD_LIMIT_REACHED"
  | "HOLD_NOT_FOUND"
  | "IDEMPOTENCY_KEY_REQUIRED"
  | "IDEMPOTENCY_KEY_REUSED"
  | "IDENTICAL_TOKENS"
  | "IMBALANCED_AMOUNTS"
  | "INSUFFICIENT_BALANCE"
  | "INSUFFICIENT_LIQUIDITY"
  | "INSUFFICIENT_VOTING_POWER"
  | "INTERNAL_ERROR"
  | "INVALID_ACTIONS"
  | "INVALID_AMOUNT"
  | "INVALID_DELEGATE"
  | "INVALID_IDEMPOTENCY_KEY"
  | "INVALID_RANGE"
  | "INVALID_REQUEST"
  | "INVALID_SIGNATURE"
  | "INVALID_SLIPPAGE"
  | "INVALID_SPLIT"
  | "KYC_LIMIT_EXCEEDED"
  | "LIQUIDITY_POSITION_NOT_FOUND"
  | "MALFORMED_JSON"
  | "NO_DEPOSIT_ADDRESS"
  | "PAIR_NOT_FOUND"
  | "POOL_INACTIVE"
  | "POOL_NOT_FOUND"
  | "POSITION_COMPLETED"
  | "POSITION_LIMIT_REACHED"
  | "POSITION_LOCKED"
  | "POSITION_NOT_FOUND"
  | "PRICES_STALE"
  | "PROPOSAL_NOT_ACTIVE"
  | "PROPOSAL_NOT_FOUND"
  | "QUOTE_EXPIRED"
  | "RANGE_TOO_DEEP"
  | "RATE_LIMITED"
  | "RECIPIENT_UNKNOWN"
  | "REWARDS_NOT_FUNDED"
  | "SAME_ACCOUNT"
  | "SERVICE_UNAVAILABLE"
  | "SESSION_ENDED"
  | "SHARES_EXCEEDED"
  | "SIGNATURE_REQUIRED"
  | "SIGNATURE_REUSED"
  | "SLIPPAGE_EXCEEDED"
  | "STAKE_IS_VOTING"
  | "SUPPLY_EXCEEDED"
  | "SWAP_NOT_FOUND"
  | "TEST_KEY_REQUIRED"
  | "TIMESTAMP_OUT_OF_RANGE"
  | "TOKEN_EXPIRED"
  | "TOO_MANY_CANDLES"
  | "TRANSFER_NOT_FOUND"
  | "UNAUTHORIZED"
  | "UNSUPPORTED_ASSET"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "WALLET_EXISTS"
  | "WALLET_LIMIT_REACHED"
  | "WALLET_NOT_FOUND"
  | "WITHDRAWALS_UNAVAILABLE";
