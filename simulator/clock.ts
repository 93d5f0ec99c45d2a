/**
 * The gateway's own time, in milliseconds since 1970 (GMT). It can run faster than real time, stand
 * still (speed 0) and be moved, so that 90 days pass within one test.
 */
export class Clock {
	/** How many times it was set or its speed was changed. */
	changes = 0;
	private readAt = Date.now();
	private reading: number;
	private rate: number;

	constructor(
		private readonly initialSpeed: number,
		private readonly startAt: number | undefined,
	) {
		this.rate = initialSpeed;
		this.reading = startAt ?? this.readAt;
	}

	get speed(): number {
		return this.rate;
	}

	now(): number {
		return Math.floor(this.reading + (Date.now() - this.readAt) * this.rate);
	}

	set(time: number): void {
		this.reading = time;
		this.readAt = Date.now();
		this.changes += 1;
	}

	advance(seconds: number): void {
		this.set(this.now() + seconds * 1000);
	}

	run(speed: number): void {
		this.set(this.now());
		this.rate = speed;
	}

	reset(): void {
		this.rate = this.initialSpeed;
		this.set(this.startAt ?? Date.now());
	}
}
