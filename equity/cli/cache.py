"""omaha-equity cache: the code compiled for this machine."""

import click


@click.group(
    "cache", short_help="Where the compiled code is kept; clear or warm it.", invoke_without_command=True
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Where the code compiled for this machine is kept, and how large it is.

    The first use of a version compiles for a few seconds and keeps the result; later ones
    load it in milliseconds. OMAHA_EQUITY_CACHE names another folder.

    \b
    Examples:
    omaha-equity cache
    omaha-equity cache warm
    omaha-equity cache clear
    """
    if ctx.invoked_subcommand is None:
        from equity.engine import cache

        click.echo(f"{cache.root()}: {len(cache.files())} files, {cache.size() / 1e6:.1f} MB")


@command.command("clear", short_help="Remove all compiled code.")
def clear() -> None:
    """Remove all compiled code; the next command compiles again."""
    from equity.engine import cache

    click.echo(f"{cache.clear() / 1e6:.1f} MB removed from {cache.root()}")


@command.command("warm", short_help="Compile everything now, for images and CI.")
def warm() -> None:
    """Compile everything now, so that no later command has to; for images and CI."""
    from equity.cli.progress import tell
    from equity.engine import cache, native

    cache.report = tell
    if lost := native.warm():
        raise click.ClickException(f"nothing keeps {', '.join(lost)} in {cache.folder()}")
    click.echo(f"ready: {cache.folder()}")
