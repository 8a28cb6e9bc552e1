//! The HTTP listener: accepts connections, bounds the resources of each, and drains requests in progress on shutdown.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tower::ServiceBuilder;

use crate::app::PeerAddress;
use crate::config::Config;

const HEADERS_MAX: usize = 64;
const HEADER_BYTES_MAX: usize = 32 * 1024;
const ACCEPT_FAILED_WAIT: Duration = Duration::from_millis(50);

pub async fn serve(listener: TcpListener, routes: Router, config: &Config, stop: CancellationToken) {
    let server = Server { routes, receive_timeout: config.receive_timeout, write_timeout: config.request_timeout };
    let slots = Arc::new(Semaphore::new(config.connections_max));
    let connections = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            accepted = accept(&listener, &slots) => accepted,
        };
        if let Some((stream, peer, slot)) = accepted {
            tokio::spawn(server.clone().answer(stream, peer, slot, connections.watcher()));
        }
    }
    drop(listener);
    if tokio::time::timeout(config.shutdown_timeout, connections.shutdown()).await.is_err() {
        tracing::warn!("some requests were still under way and were cut off");
    }
}

/// Accepts a connection after acquiring a slot, so that connections over the limit wait in the kernel's backlog.
async fn accept(
    listener: &TcpListener,
    slots: &Arc<Semaphore>,
) -> Option<(TcpStream, PeerAddress, OwnedSemaphorePermit)> {
    let slot = Arc::clone(slots).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, PeerAddress(peer), slot)),
        Err(error) => {
            // Most likely the process is out of file descriptors; open connections get time to end.
            tracing::warn!(%error, "a connection was not accepted");
            tokio::time::sleep(ACCEPT_FAILED_WAIT).await;
            None
        }
    }
}

#[derive(Clone)]
struct Server {
    routes: Router,
    receive_timeout: Duration,
    write_timeout: Duration,
}

impl Server {
    async fn answer(self, stream: TcpStream, peer: PeerAddress, slot: OwnedSemaphorePermit, watcher: Watcher) {
        // Disables Nagle's algorithm, so that small responses are sent at once.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(self.write_timeout));
        let routes = ServiceBuilder::new()
            .map_request(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(peer);
                request
            })
            .service(self.routes);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.receive_timeout)
            .max_headers(HEADERS_MAX)
            .max_buf_size(HEADER_BYTES_MAX)
            .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(routes));
        if let Err(error) = watcher.watch(connection).await {
            tracing::debug!(%error, "a connection ended early");
        }
        drop(slot);
    }
}
